// Pinocchio over a batch of states, the rows of row-major arrays: the loop that a user of its C++ would write.

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <string>

namespace pin = pinocchio;

// The joints of an arm (and the mimic, which Pinocchio's own code asks for). Compared with the default collection of
// 25 kinds this is as fast or faster, and takes a third of the time to compile.
template<typename S, int O>
struct ArmJoints
{
  using Scalar = S;
  static constexpr int Options = O;

  using JointModelRZ = pin::JointModelRevoluteTpl<S, O, 2>;
  using JointModelPZ = pin::JointModelPrismaticTpl<S, O, 2>;
  using JointModelMimic = pin::JointModelMimicTpl<S, O, ::ArmJoints>;
  using JointModelVariant = boost::variant<JointModelRZ, JointModelPZ, boost::recursive_wrapper<JointModelMimic>>;

  using JointDataRZ = pin::JointDataRevoluteTpl<S, O, 2>;
  using JointDataPZ = pin::JointDataPrismaticTpl<S, O, 2>;
  using JointDataMimic = pin::JointDataMimicTpl<S, O, ::ArmJoints>;
  using JointDataVariant = boost::variant<JointDataRZ, JointDataPZ, boost::recursive_wrapper<JointDataMimic>>;
};

using Joints = ArmJoints<double, 0>;
using Model = pin::ModelTpl<double, 0, ArmJoints>;
using Data = pin::DataTpl<double, 0, ArmJoints>;
using Placement = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>;
using Vector3 = Eigen::Map<const Eigen::Vector3d>;
using Matrix3 = Eigen::Map<const Eigen::Matrix3d>;
using Row = Eigen::Map<const Eigen::VectorXd>;

struct Arm
{
  Model model;
  Data data;
};

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT Arm * arm_new(
  long n,
  const unsigned char * revolute,
  const double * placements,
  const double * masses,
  const double * coms,
  const double * inertias,
  const double * gravity)
{
  Model model;
  model.gravity.linear() = Vector3(gravity);
  for (long i = 0; i < n; ++i)
  {
    const Model::JointModel joint =
      revolute[i] ? Model::JointModel(Joints::JointModelRZ()) : Model::JointModel(Joints::JointModelPZ());
    const pin::SE3 placement{Eigen::Matrix4d(Placement(placements + 16 * i))};
    const pin::Inertia body(masses[i], Vector3(coms + 3 * i), Matrix3(inertias + 9 * i));
    const pin::JointIndex id = model.addJoint(pin::JointIndex(i), joint, placement, std::to_string(i));
    model.appendBodyToJoint(id, body, pin::SE3::Identity());
  }
  return new Arm{model, Data(model)};
}

EXPORT void arm_delete(Arm * arm)
{
  delete arm;
}

EXPORT void arm_inverse(Arm * arm, long rows, const double * q, const double * v, const double * a, double * tau)
{
  const long n = arm->model.nv;
  for (long i = 0; i < rows * n; i += n)
    Eigen::Map<Eigen::VectorXd>(tau + i, n) =
      pin::rnea(arm->model, arm->data, Row(q + i, n), Row(v + i, n), Row(a + i, n));
}

EXPORT void arm_forward(
  Arm * arm, int world, long rows, const double * q, const double * v, const double * tau, double * a)
{
  const long n = arm->model.nv;
  const pin::Convention convention = world ? pin::Convention::WORLD : pin::Convention::LOCAL;
  for (long i = 0; i < rows * n; i += n)
    Eigen::Map<Eigen::VectorXd>(a + i, n) =
      pin::aba(arm->model, arm->data, Row(q + i, n), Row(v + i, n), Row(tau + i, n), convention);
}
