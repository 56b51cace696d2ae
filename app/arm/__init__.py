"""The arm as a picture, without Qt: solids, camera, light, picking and posing."""
