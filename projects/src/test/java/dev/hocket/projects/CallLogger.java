package dev.hocket.projects;

import java.awt.Component;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Rewrites a program's class files: the program reports its calls and objects to {@link Probe}. */
final class CallLogger {
  private static final ClassDesc PROBE = Probe.class.describeConstable().orElseThrow();
  private static final ClassDesc TEXT = ConstantDescs.CD_String;
  private static final MethodTypeDesc MADE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, TEXT);
  private static final MethodTypeDesc CALL =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, TEXT, TEXT, TEXT, TEXT);
  private static final MethodTypeDesc CALL_STATIC =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_boolean, TEXT, TEXT);

  private final ClassFile format;

  /**
   * Creates a logger.
   *
   * @param loader finds the classes of the program
   */
  CallLogger(ClassLoader loader) {
    format =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.defaultResolver()
                    .orElse(ClassHierarchyResolver.ofResourceParsing(loader))));
  }

  /** Rewrites all class files in a folder. */
  void rewrite(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : files) {
      ClassModel type = format.parse(Files.readAllBytes(file));
      String source =
          type.findAttribute(java.lang.classfile.Attributes.sourceFile())
              .map(SourceFileAttribute::sourceFile)
              .orElseThrow()
              .stringValue();
      CodeTransform calls = CodeTransform.ofStateful(() -> new Calls(source));
      Files.write(
          file, format.transformClass(type, ClassTransform.transformingMethodBodies(calls)));
    }
  }

  /** The rewriting of one method. */
  private static final class Calls implements CodeTransform {
    private final String source;

    /** The objects whose constructors have not been called yet. */
    private int unborn;

    Calls(String source) {
      this.source = source;
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof NewObjectInstruction) {
        unborn++;
      }
      if (!(element instanceof InvokeInstruction call)) {
        code.with(element);
      } else if (call.name().equalsString(ConstantDescs.INIT_NAME)) {
        construct(code, call);
      } else if (call.opcode() == Opcode.INVOKESTATIC) {
        callStatic(code, call);
      } else {
        call(code, call);
      }
    }

    /** javac duplicates a new object before it calls the constructor. */
    private void construct(CodeBuilder code, InvokeInstruction call) {
      code.with(call);
      if (unborn > 0) {
        unborn--;
        code.dup();
      } else {
        code.aload(0);
      }
      code.loadConstant(source).invokestatic(PROBE, "made", MADE);
    }

    private void call(CodeBuilder code, InvokeInstruction call) {
      MethodTypeDesc type = call.typeSymbol();
      if (!isOfInterest(call)) {
        code.with(call);
        return;
      }
      int[] slots = new int[type.parameterCount()];
      for (int i = slots.length - 1; i >= 0; i--) {
        TypeKind kind = TypeKind.from(type.parameterType(i));
        slots[i] = code.allocateLocal(kind);
        code.storeLocal(kind, slots[i]);
      }
      boolean isSuper = call.opcode() == Opcode.INVOKESPECIAL;
      code.dup()
          .loadConstant(isSuper ? call.owner().asInternalName().replace('/', '.') : "")
          .loadConstant(call.name().stringValue())
          .loadConstant(call.type().stringValue())
          .loadConstant(source)
          .invokestatic(PROBE, "call", CALL);
      for (int i = 0; i < slots.length; i++) {
        code.loadLocal(TypeKind.from(type.parameterType(i)), slots[i]);
      }
      code.with(call);
    }

    /** Objects of {@code java.lang} and its like are no components. */
    private static boolean isOfInterest(InvokeInstruction call) {
      String owner = call.owner().asInternalName();
      return !owner.startsWith("[")
          && (!owner.startsWith("java/") || owner.startsWith("java/awt/"));
    }

    private void callStatic(CodeBuilder code, InvokeInstruction call) {
      String owner = call.owner().asInternalName();
      if (owner.startsWith("javax/swing/") || owner.startsWith("java/awt/")) {
        code.loadConstant(takesComponents(call) ? 1 : 0)
            .loadConstant(call.name().stringValue())
            .loadConstant(source)
            .invokestatic(PROBE, "callStatic", CALL_STATIC);
      }
      code.with(call);
    }

    private static boolean takesComponents(InvokeInstruction call) {
      MethodTypeDesc type = call.typeSymbol();
      return Stream.concat(Stream.of(type.returnType()), type.parameterList().stream())
          .filter(ClassDesc::isClassOrInterface)
          .map(ClassDesc::descriptorString)
          .map(text -> text.substring(1, text.length() - 1).replace('/', '.'))
          .filter(name -> name.startsWith("javax.swing.") || name.startsWith("java.awt."))
          .anyMatch(CallLogger::isComponent);
    }
  }

  private static boolean isComponent(String name) {
    try {
      return Component.class.isAssignableFrom(Class.forName(name));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
