; The installer for Windows: makensis -DVERSION=1.0.0 -DFOLDER=build\standalone\denoc-studio -DOUT=setup.exe installer.nsi
; For the user who runs it, without an administrator. It removes what it has installed and nothing else.

Unicode true
SetCompressor /SOLID lzma
!include MUI2.nsh

!define PRODUCT "DeNOC Studio"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\DeNOC Studio"

Name "${PRODUCT} ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\DeNOC Studio"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
ManifestDPIAware true

!define MUI_FINISHPAGE_RUN "$INSTDIR\denoc-studio-window.exe"
!insertmacro MUI_PAGE_LICENSE "${FOLDER}\_internal\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Install"
  RMDir /r "$INSTDIR\_internal" ; of a version before
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\DeNOC Studio.lnk" "$INSTDIR\denoc-studio-window.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "${PRODUCT}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "DeNOC Studio contributors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\denoc-studio-window.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\denoc-studio.exe"
  Delete "$INSTDIR\denoc-studio-window.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR" ; only if nothing else is in it
  Delete "$SMPROGRAMS\DeNOC Studio.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
