package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedJarsTest {
  @TempDir Path root = Path.of("");
  private UnpackedJars jars = new UnpackedJars(Path.of(""));

  @BeforeEach
  void open() {
    jars = new UnpackedJars(root.resolve("unpacked"));
  }

  @Test
  void aContentIsUnpackedOnce() throws IOException {
    var times = new AtomicInteger();
    Path first = jars.get("a", into -> write(into, times.incrementAndGet()));
    Path second = jars.get("a", into -> write(into, times.incrementAndGet()));
    assertThat(second).isEqualTo(first);
    assertThat(first.resolve("file")).hasContent("1");
  }

  @Test
  void whatAKilledProcessLeftInPartIsMadeAgain() throws IOException {
    Files.createDirectories(root.resolve("unpacked/a.new"));
    Files.writeString(root.resolve("unpacked/a.new/half"), "");
    assertThat(jars.get("a", into -> write(into, 1))).isDirectoryNotContaining("glob:**half");
    assertThat(root.resolve("unpacked/a.new")).doesNotExist();
  }

  @Test
  void nothingIsLeftOfWhatCannotBeUnpacked() {
    assertThatThrownBy(
            () ->
                jars.get(
                    "a",
                    into -> {
                      write(into, 1);
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(root.resolve("unpacked/a")).doesNotExist();
    assertThat(root.resolve("unpacked/a.new")).doesNotExist();
  }

  @Test
  void oneInUseStaysHoweverOldAndOthersGo() throws Exception {
    Path used = jars.get("used", into -> write(into, 1));
    Path unused = Files.createDirectories(root.resolve("unpacked/unused"));
    Files.createFile(lock("unused"));
    touchLongAgo(lock("used"), lock("unused"));
    jars.deleteUnused();
    assertThat(used).exists();
    assertThat(unused).doesNotExist();
    assertThat(isLockedHere(lock("used"))).isTrue();
  }

  @Test
  void oneInUseStaysSoWhenAnotherClassLoaderAsksForIt() throws Exception {
    Path first = jars.get("a", into -> write(into, 1));
    assertThat(isLockedHere(lock("a"))).isTrue();
    assertThat(getInAnotherClassLoader("a")).isEqualTo(first);
    assertThat(isLockedHere(lock("a"))).isTrue();
  }

  @Test
  void oneInUseStaysSoWhenGarbageIsCollected() throws Exception {
    jars.get("a", into -> write(into, 1));
    Path lost = root.resolve("lost.lock");
    loseALock(lost);
    while (isLockedHere(lost)) {
      System.gc();
    }
    assertThat(isLockedHere(lock("a"))).isTrue();
  }

  @Test
  void whatCouldNotBeUnpackedIsTriedAgain() throws IOException {
    assertThatThrownBy(() -> jars.get("a", UnpackedJarsTest::refuse)).hasMessage("disk full");
    assertThat(jars.get("a", into -> write(into, 1)).resolve("file")).hasContent("1");
  }

  private static void refuse(Path directory) throws IOException {
    throw new IOException("disk full");
  }

  /// Nobody can reach the channel afterwards, so a collection of garbage closes it.
  private static void loseALock(Path file) throws IOException {
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    assertThat(channel.lock().isValid()).isTrue();
  }

  /// What the kernel says: the JVM's own table knows nothing of a lock that was taken back.
  private static boolean isLockedHere(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    String process = " " + ProcessHandle.current().pid() + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .anyMatch(line -> line.contains(process) && line.contains(inode));
  }

  private Path getInAnotherClassLoader(String name) throws Exception {
    try (var loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> type = loader.loadClass(UnpackedJars.class.getName());
      Class<?> unpacking = loader.loadClass(UnpackedJars.Unpacking.class.getName());
      var constructor = type.getDeclaredConstructor(Path.class);
      constructor.setAccessible(true);
      Method get = type.getDeclaredMethod("get", String.class, unpacking);
      get.setAccessible(true);
      return (Path) get.invoke(constructor.newInstance(root.resolve("unpacked")), name, null);
    }
  }

  private static URL[] classPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /// In another process: this one would lose the locks of files that it opens again.
  private static void touchLongAgo(Path... files) throws Exception {
    List<String> command = new ArrayList<>(List.of("touch", "-d", "2001-01-01"));
    Stream.of(files).map(Path::toString).forEach(command::add);
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  private Path lock(String name) {
    return root.resolve("unpacked").resolve(name + ".lock");
  }

  private static void write(Path directory, int content) throws IOException {
    Files.writeString(directory.resolve("file"), Integer.toString(content));
  }
}
