package dev.manta.internal.code;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// The variables of a shell that a function uses, by itself or through what it calls.
///
/// JShell keeps a variable in a static field, and gives it its value in its own process alone: a
/// worker would see zero or null.
public final class ShellVariables {
  private static final String ANY_METHOD = "";
  private static final String CLASS_INITIALISER = "<clinit>";
  private static final String OF_ASSERTIONS = "$assertionsDisabled";

  private record Step(String owner, String method) {}

  private final ClassLoader loader;
  private final Set<String> variables = new TreeSet<>();
  private final Set<Step> seen = new HashSet<>();
  private final Deque<Step> ahead = new ArrayDeque<>();

  private ShellVariables(ClassLoader loader) {
    this.loader = loader;
  }

  /// Refuses a function that uses a variable.
  ///
  /// @param className the function's class, as `Class.forName` takes it
  /// @param method a static method of the class; empty for all that the class has
  /// @param loader sees the class
  /// @param noun what messages call the function
  public static void requireNone(String className, String method, ClassLoader loader, String noun) {
    if (!Snippets.isOne(className)) {
      return;
    }
    Set<String> used = new ShellVariables(loader).usedBy(className.replace('.', '/'), method);
    if (!used.isEmpty()) {
      throw new IllegalArgumentException(
          "the %s uses variables of this session that workers do not have: %s; put them into the config, or pass them to the method that makes the function"
              .formatted(noun, String.join(", ", used)));
    }
  }

  private Set<String> usedBy(String owner, String method) {
    visit(owner, method);
    while (!ahead.isEmpty()) {
      follow(ahead.remove());
    }
    return variables;
  }

  /// Only what was typed is looked into.
  private void visit(String owner, String method) {
    if (Snippets.isOne(owner)) {
      add(new Step(owner, method));
      add(new Step(owner, CLASS_INITIALISER));
    }
  }

  private void add(Step step) {
    if (seen.add(step)) {
      ahead.add(step);
    }
  }

  private void follow(Step step) {
    ClassModel type = read(step.owner());
    type.methods().stream()
        .filter(method -> isMeant(step, method.methodName().stringValue()))
        .forEach(this::follow);
    if (!step.method().equals(CLASS_INITIALISER)) {
      type.superclass()
          .map(ClassEntry::asInternalName)
          .ifPresent(name -> visit(name, step.method()));
      type.interfaces().forEach(each -> visit(each.asInternalName(), step.method()));
    }
  }

  private static boolean isMeant(Step step, String method) {
    return step.method().equals(ANY_METHOD) || step.method().equals(method);
  }

  private ClassModel read(String owner) {
    try (InputStream file = loader.getResourceAsStream(owner + ".class")) {
      if (file == null) {
        throw new IllegalArgumentException(
            "the class %s is only in this process, so workers cannot load it: type it into manta shell, or into a notebook with the kernel of manta notebook install"
                .formatted(owner.replace('/', '.')));
      }
      return ClassFile.of().parse(file.readAllBytes());
    } catch (IOException e) {
      throw new IllegalArgumentException("the class " + owner + " cannot be read again", e);
    }
  }

  private void follow(MethodModel method) {
    if (!method.flags().has(AccessFlag.ABSTRACT)) {
      method.code().ifPresent(code -> code.forEach(this::follow));
    }
  }

  private void follow(CodeElement element) {
    switch (element) {
      case FieldInstruction field -> used(field);
      case InvokeInstruction call ->
          visit(call.owner().asInternalName(), call.name().stringValue());
      case NewObjectInstruction made -> visit(made.className().asInternalName(), ANY_METHOD);
      case InvokeDynamicInstruction call ->
          call.bootstrapArgs().stream()
              .filter(DirectMethodHandleDesc.class::isInstance)
              .map(DirectMethodHandleDesc.class::cast)
              .forEach(made -> visit(internalName(made.owner()), made.methodName()));
      default -> {} // not a type of ours
    }
  }

  private void used(FieldInstruction field) {
    String owner = field.owner().asInternalName();
    if (Snippets.isWhole(owner) && !field.name().stringValue().equals(OF_ASSERTIONS)) {
      variables.add(field.name().stringValue());
    } else {
      visit(owner, CLASS_INITIALISER);
    }
  }

  private static String internalName(ClassDesc type) {
    String descriptor = type.descriptorString();
    return type.isClassOrInterface()
        ? descriptor.substring(1, descriptor.length() - 1)
        : descriptor;
  }
}
