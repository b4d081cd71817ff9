package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs of `docs/how-to/use-from-kotlin-and-scala.md` compile and train, where the profiles
/// `kotlin` and `scala` bring the compilers.
class LanguagesTest {
  private static final String PAGE = "docs/how-to/use-from-kotlin-and-scala.md";
  private static final String KOTLIN = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler";
  private static final String SCALA = "dotty.tools.dotc.Main";
  private static final Pattern RECORD = Pattern.compile("`(public record Config.*?)`");
  private static final long LIMIT_SECONDS = 300;

  @TempDir Path home = Path.of("");

  @Test
  void theKotlinProgramTrains() throws Exception {
    assumeCompiler(KOTLIN, "-Pkotlin");
    Path program = Files.writeString(home.resolve("Digits.kt"), code("kotlin"));
    String options = "-no-stdlib -no-reflect -jvm-target 25 -cp";
    compile(KOTLIN, options, program.toString());
    trains("com.acme.DigitsKt");
  }

  @Test
  void theScalaProgramTrains() throws Exception {
    assumeCompiler(SCALA, "-Pscala");
    Path program = Files.writeString(home.resolve("Digits.scala"), code("scala"));
    Path config = Files.writeString(home.resolve("Config.java"), config());
    String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
    run(List.of(javac, "-d", classes(), config.toString()));
    compile(SCALA, "-classpath", program.toString());
    trains("com.acme.run");
  }

  private static void assumeCompiler(String type, String profile) {
    boolean there =
        LanguagesTest.class.getResource("/" + type.replace('.', '/') + ".class") != null;
    assumeTrue(there, "the compiler is not there; give Maven " + profile);
  }

  /// The page's program in a language.
  private static String code(String language) throws IOException {
    return found(Pattern.compile("(?s)```" + language + "\n(.*?)```"));
  }

  private static String config() throws IOException {
    return "package com.acme;\n" + found(RECORD);
  }

  private static String found(Pattern pattern) throws IOException {
    Matcher matcher = pattern.matcher(Files.readString(Sources.root().resolve(PAGE)));
    assertThat(matcher.find()).as("%s in %s", pattern, PAGE).isTrue();
    return matcher.group(1);
  }

  private String classes() {
    return home.resolve("classes").toString();
  }

  private String classPath() {
    return classes() + File.pathSeparator + System.getProperty("java.class.path");
  }

  /// The options end with the one that the class path follows.
  private void compile(String compiler, String options, String program) throws Exception {
    List<String> command = JavaCommand.words();
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), compiler));
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of(classPath(), "-d", classes(), program));
    run(command);
  }

  private void trains(String main) throws Exception {
    List<String> command = JavaCommand.words();
    command.addAll(List.of("-Duser.home=" + home, "-cp", classPath(), main));
    assertThat(run(command)).contains("2 workers", "digits finished", "{\"epoch\":19}");
  }

  private String run(List<String> command) throws Exception {
    Path out = Files.createTempFile(home, "out", ".txt");
    Files.createDirectories(Path.of(classes()));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    assertThat(ended && process.exitValue() == 0).as(Files.readString(out)).isTrue();
    return Files.readString(out);
  }
}
