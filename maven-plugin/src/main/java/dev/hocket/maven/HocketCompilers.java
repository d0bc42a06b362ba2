package dev.hocket.maven;

import org.codehaus.plexus.compiler.Compiler;
import org.codehaus.plexus.compiler.manager.CompilerManager;

/**
 * The compilers that this plugin's goals choose from: one, whatever {@code compilerId} says. It
 * takes the place of the manager that maven-compiler-plugin brings, whose goals ours inherit from.
 */
public final class HocketCompilers implements CompilerManager {
  /** Set by Maven: META-INF/plexus/components.xml. */
  private Compiler hocket;

  /** Made by Maven. */
  public HocketCompilers() {}

  @Override
  public Compiler getCompiler(String id) {
    return hocket;
  }
}
