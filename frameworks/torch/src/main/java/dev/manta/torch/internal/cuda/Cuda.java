package dev.manta.torch.internal.cuda;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.Context;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/// The CUDA build of PyTorch, if it is the one on the class path.
public final class Cuda {
  private static final String LIBRARY =
      "/org/bytedeco/pytorch/linux-x86_64-gpu/libjnitorch_cuda.so";

  private Cuda() {}

  /// Whether PyTorch on the class path is built for CUDA.
  public static boolean isBuilt() {
    return Tensor.class.getResource(LIBRARY) != null;
  }

  /// Loads the build's libraries, which need those of CUDA.
  public static void load() {
    try {
      Loader.load(torch_cuda.class);
    } catch (LinkageError e) {
      throw new MantaException(ErrorCode.USER, withoutLibraries(String.valueOf(e)), e);
    }
  }

  static String withoutLibraries(String message) {
    String path = System.getenv("LD_LIBRARY_PATH");
    return "PyTorch for CUDA cannot be loaded: want the libraries of CUDA 13 (libcudart.so.13,"
        + " libcublas.so.13, …), cuDNN 9 and NCCL 2 in directories that LD_LIBRARY_PATH names,"
        + " have LD_LIBRARY_PATH="
        + (path == null ? "" : path)
        + "; set it, or build without -Pcuda ("
        + message
        + ")";
  }

  /// How many GPUs the driver shows to this process.
  public static int devices() {
    return torch_cuda.device_count();
  }

  /// What this thread does without naming a device happens on this one from now on.
  public static void use(int device) {
    torch_cuda.set_device((byte) device);
  }

  /// From now on operators of this process that would sum in whatever order threads come do so in a
  /// fixed one, and those that cannot are refused by name. Call it before the first matrix product:
  /// PyTorch looks once whether cuBLAS has the workspace that this needs.
  public static void repeatable() {
    torch.set_env("CUBLAS_WORKSPACE_CONFIG", ":4096:8", false);
    Context context = torch.globalContext();
    context.setBenchmarkCuDNN(false);
    context.setDeterministicCuDNN(true);
    context.setDeterministicFillUninitializedMemory(false);
    context.setDeterministicAlgorithms(true, false);
  }
}
