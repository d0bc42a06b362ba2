package org.example.names;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** An annotation processor: sources that it generates are compiled with the others. */
@SupportedAnnotationTypes("org.example.names.Named")
public final class NameProcessor extends AbstractProcessor {
  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    round.getElementsAnnotatedWith(Named.class).forEach(this::generate);
    return true;
  }

  private void generate(Element type) {
    String name = type.getSimpleName() + "Name";
    String inPackage = processingEnv.getElementUtils().getPackageOf(type).getQualifiedName().toString();
    try (Writer source =
        processingEnv.getFiler().createSourceFile(inPackage + "." + name, type).openWriter()) {
      source.write(
          "package %s; final class %s { static final String NAME = \"%s\"; private %s() {} }"
              .formatted(inPackage, name, type.getSimpleName(), name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
