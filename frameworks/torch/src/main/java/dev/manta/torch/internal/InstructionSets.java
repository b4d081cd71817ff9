package dev.manta.torch.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Keeps oneDNN from instructions that this machine announces but does not run.
///
/// Some virtual machines show AMX in CPUID although their kernel does not let processes use it;
/// oneDNN believes CPUID and the process dies of SIGILL. The kernel's own list tells the truth.
final class InstructionSets {
  private static final String CAP = "ONEDNN_MAX_CPU_ISA";
  private static final String WITHOUT_AMX = "AVX512_CORE_FP16";
  private static final Path CPUS = Path.of("/proc/cpuinfo");

  private InstructionSets() {}

  /// Caps oneDNN unless the user has set a cap or the kernel lists AMX. Must come before libtorch
  /// is loaded.
  static void guard() {
    if (System.getenv(CAP) == null && !listsAmx(CPUS)) {
      NativeEnvironment.set(CAP, WITHOUT_AMX);
    }
  }

  static boolean listsAmx(Path cpus) {
    try (var lines = Files.lines(cpus)) {
      return lines.anyMatch(line -> line.startsWith("flags") && line.contains(" amx_tile"));
    } catch (IOException e) {
      return false;
    }
  }
}
