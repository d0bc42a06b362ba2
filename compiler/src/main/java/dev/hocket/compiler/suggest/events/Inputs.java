package dev.hocket.compiler.suggest.events;

import dev.hocket.compiler.check.toolkit.ToolkitTypes;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.trees.Sources;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Knows the components and models into which the user enters something, such as a text, a choice,
 * or a selection. All components count, and all of their methods, except those that {@code jdk.txt}
 * lists.
 */
public final class Inputs {
  private static final String TEXTS = "javax.swing.text.";

  private final Sources program;
  private final ToolkitTypes toolkit;

  public Inputs(Sources program, ToolkitTypes toolkit) {
    this.program = program;
    this.toolkit = toolkit;
  }

  /** Whether objects of a type may hold what the user enters. */
  public boolean mayHold(TypeMirror type) {
    return type instanceof DeclaredType declared && mayHold((TypeElement) declared.asElement());
  }

  private boolean mayHold(TypeElement type) {
    Library jdk = Library.jdk();
    if (program.isOfProgram(type.asType()) && type.getSuperclass().getKind() != TypeKind.NONE) {
      return mayHold(type.getSuperclass()) || type.getInterfaces().stream().anyMatch(this::mayHold);
    }
    return !jdk.isOutput(type)
        && (toolkit.isOfToolkit(type.asType())
            || type.getQualifiedName().toString().startsWith(TEXTS)
            || jdk.types("entered").contains(type.getQualifiedName().toString()));
  }

  /** Whether programs also use components or models of a type to show what the user only reads. */
  public boolean mayShow(TypeMirror type) {
    return !mayHold(type) || program.isA(type, Library.jdk().types("displays"));
  }

  /** Whether a component may have an object as its model, or another one as a part. */
  public boolean mayHave(TypeMirror component, TypeMirror part) {
    return toolkit.isView(component)
        && !toolkit.isView(part)
        && component instanceof DeclaredType declared
        && ElementFilter.methodsIn(
                program.elements().getAllMembers((TypeElement) declared.asElement()))
            .stream()
            .filter(each -> each.getParameters().isEmpty())
            .map(each -> program.types().erasure(each.getReturnType()))
            .anyMatch(each ->
                each instanceof DeclaredType given
                    && !((TypeElement) given.asElement())
                        .getQualifiedName()
                        .toString()
                        .startsWith("java.lang.")
                    && program.types().isSubtype(program.types().erasure(part), each));
  }

  /**
   * Whether a method without source, called on an object of a type, may ask for what the user has
   * entered there, or may change it.
   */
  public boolean isEntry(ExecutableElement method, TypeMirror object) {
    return isOfLibrary(method)
        && mayHold(method.getEnclosingElement().asType())
        && mayHold(object)
        && !isOnlyLooks(method);
  }

  /**
   * Whether a method without source may do so if its object has a model for input, or is itself a
   * part of a component, as an editor or a property is.
   */
  public boolean isEntryOfPart(ExecutableElement method, TypeMirror object) {
    return isOfLibrary(method)
        && (method.getSimpleName().contentEquals("putValue") || !isOnlyLooks(method))
        && object instanceof DeclaredType declared
        && ElementFilter.methodsIn(
                program.elements().getAllMembers((TypeElement) declared.asElement()))
            .stream()
            .anyMatch(each -> each.getSimpleName().toString().matches("add\\w*Listener"));
  }

  /** Whether a method without source asks for more than how its object looks, or changes more. */
  public boolean isMoreThanLooks(ExecutableElement method) {
    return isOfLibrary(method) && !isOnlyLooks(method);
  }

  private boolean isOfLibrary(ExecutableElement method) {
    return method.getKind() == ElementKind.METHOD
        && !method.getModifiers().contains(Modifier.STATIC)
        && program.path(method) == null;
  }

  private static boolean isOnlyLooks(ExecutableElement method) {
    boolean isSilent = method.getReturnType().getKind() == TypeKind.VOID;
    return Library.jdk().isQuiet("looks", method)
        || Library.jdk().isQuiet("guides", method)
        || isSilent && Library.jdk().isQuiet("quiet", method);
  }
}
