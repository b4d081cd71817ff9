package dev.manta.cli;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.FileErrors;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A single source file as a jar, compiled once and kept by the hash of what it was made from.
final class SourceJar {
  private final Path kept;
  private final String classPath;
  private final Writer errors;

  /// Jars are kept in a directory; the compiler's messages are written to `errors`.
  SourceJar(Path kept, String classPath, Writer errors) {
    this.kept = kept;
    this.classPath = classPath;
    this.errors = errors;
  }

  /// The jar of a source file.
  Path of(Path source) throws IOException {
    if (!Files.isReadable(source)) {
      throw new IllegalArgumentException("no readable file " + source);
    }
    Path jar = kept.resolve(name(source));
    if (!Files.exists(jar)) {
      keep(source, jar);
    }
    return jar;
  }

  private void keep(Path source, Path jar) throws IOException {
    try {
      Files.createDirectories(kept);
      make(source, jar);
    } catch (FileSystemException e) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot keep compiled programs in %s: %s; set XDG_CACHE_HOME to a directory that you can write"
              .formatted(kept, FileErrors.words(e)),
          e);
    }
  }

  private String name(Path source) throws IOException {
    String stem = stem(source);
    return stem + "-" + hash(source).substring(0, 16) + ".jar";
  }

  private static String stem(Path source) {
    String file = String.valueOf(source.getFileName());
    return file.substring(0, file.length() - ".java".length());
  }

  private String hash(Path source) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Files.readAllBytes(source));
      digest.update((stem(source) + Runtime.version()).getBytes(StandardCharsets.UTF_8));
      for (String entry : classPath.split(java.io.File.pathSeparator, -1)) {
        digest.update(stateOf(Path.of(entry)).getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String stateOf(Path entry) throws IOException {
    return Files.isRegularFile(entry)
        ? entry + ":" + Files.size(entry) + ":" + Files.getLastModifiedTime(entry)
        : entry.toString();
  }

  private void make(Path source, Path jar) throws IOException {
    Path classes = Files.createTempDirectory(kept, "compiling");
    try {
      compile(source, classes);
      Path unfinished = ClassJar.write(classes, stem(source), kept);
      Files.move(unfinished, jar, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      ClassJar.delete(classes);
    }
  }

  private void compile(Path source, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of("-d", classes.toString(), "-cp", classPath, "-parameters", "-proc:none", "-g");
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var said = new StringWriter();
      var units = files.getJavaFileObjects(source);
      if (!compiler.getTask(said, files, null, options, null, units).call()) {
        throw new CompilerMessages(said.toString()).failure(source, errors);
      }
      errors.write(said.toString());
      errors.flush();
    }
  }
}
