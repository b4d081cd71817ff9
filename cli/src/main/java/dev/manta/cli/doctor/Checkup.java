package dev.manta.cli.doctor;

import static dev.manta.cli.doctor.Finding.ok;
import static dev.manta.cli.doctor.Finding.problem;
import static dev.manta.cli.doctor.Finding.warning;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// What is wrong with a machine, and what fixes it.
final class Checkup {
  private static final int JDK = 25;
  private static final long GIB = 1L << 30;
  private static final long MEMORY_MIN = GIB;
  private static final long SHARED_MIN = 256L << 20;
  private static final long DISK_MIN = GIB;
  private static final long FILES_MIN = 4096;
  private static final long PROCESSES_MIN = 2048;
  private static final Duration SKEW_MAX = Duration.ofSeconds(5);

  private final MachineFacts machine;

  Checkup(MachineFacts machine) {
    this.machine = machine;
  }

  List<Finding> findings() {
    return List.of(
        jdk(), memory(), shared(), gpus(), disk(), temp(), files(), processes(), clock());
  }

  private Finding jdk() {
    String found = machine.jdk().toString();
    return machine.jdk().feature() >= JDK
        ? ok("jdk", found)
        : problem("jdk", found + ", and Manta needs " + JDK, "install JDK 25, set JAVA_HOME to it");
  }

  private Finding memory() {
    String found = size(machine.freeBytes()) + " free of " + size(machine.totalBytes());
    return machine.freeBytes() >= MEMORY_MIN
        ? ok("memory", found)
        : warning(
            "memory",
            found,
            "end what else runs here, or use fewer workers, or smaller heaps: --heap 512m");
  }

  private Finding shared() {
    OptionalLong free = machine.sharedBytes();
    if (free.isEmpty()) {
      return warning(
          "/dev/shm",
          "cannot be written: workers on this machine exchange data through files instead",
          "sudo mount -t tmpfs -o size=2g tmpfs /dev/shm");
    }
    String found = size(free.getAsLong()) + " free";
    return free.getAsLong() >= SHARED_MIN
        ? ok("/dev/shm", found)
        : warning(
            "/dev/shm",
            found + ", and collectives of large models need more",
            "sudo mount -o remount,size=2g /dev/shm; for a container: docker run --shm-size=2g");
  }

  private Finding gpus() {
    int devices = machine.gpuDevices();
    if (machine.gpus().isEmpty() && devices > 0) {
      return problem(
          "gpus",
          devices + " NVIDIA device(s) without a driver that answers",
          "install NVIDIA's driver, then try nvidia-smi; for a container: docker run --gpus all");
    }
    return ok("gpus", machine.gpus().isEmpty() ? "none" : String.join(", ", machine.gpus()));
  }

  private Finding disk() {
    return space("storage", machine.storage(), machine.storageBytes(), "give --storage PATH");
  }

  private Finding temp() {
    String elsewhere = "use another directory: export MANTA_JAVA_OPTS=-Djava.io.tmpdir=/var/tmp";
    if (machine.socket().isPresent()) {
      String why = machine.temp() + ": no socket can be made there: " + machine.socket().get();
      return problem("temp", why, elsewhere);
    }
    return space("temp", machine.temp(), machine.tempBytes(), elsewhere);
  }

  private static Finding space(String thing, Path at, OptionalLong free, String elsewhere) {
    if (free.isEmpty()) {
      return problem(thing, at + " cannot be written", elsewhere);
    }
    String found = at + ": " + size(free.getAsLong()) + " free";
    return free.getAsLong() >= DISK_MIN
        ? ok(thing, found)
        : warning(thing, found, "free some: manta rm --older-than 30d; or " + elsewhere);
  }

  private Finding files() {
    return limit("open files", machine.files(), FILES_MIN, "ulimit -n");
  }

  private Finding processes() {
    return limit("processes", machine.processes(), PROCESSES_MIN, "ulimit -u");
  }

  private static Finding limit(String thing, OptionalLong most, long least, String command) {
    String found = most.isEmpty() ? "no limit" : String.valueOf(most.getAsLong());
    return most.isEmpty() || most.getAsLong() >= least
        ? ok(thing, found)
        : warning(
            thing,
            "at most " + found,
            "%s %s, or raise the hard limit in /etc/security/limits.conf"
                .formatted(command, least));
  }

  private Finding clock() {
    Duration skew = machine.skew();
    return skew.abs().compareTo(SKEW_MAX) <= 0
        ? ok("clock", "agrees with the storage's")
        : warning(
            "clock",
            "%s s %s that of the storage"
                .formatted(skew.abs().toSeconds(), skew.isNegative() ? "behind" : "ahead of"),
            "sudo timedatectl set-ntp true, on both");
  }

  private static String size(long bytes) {
    return bytes >= GIB
        ? String.format(Locale.ROOT, "%.1f GiB", (double) bytes / GIB)
        : String.format(Locale.ROOT, "%d MiB", bytes >> 20);
  }
}
