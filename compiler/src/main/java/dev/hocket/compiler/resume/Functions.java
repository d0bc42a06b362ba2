package dev.hocket.compiler.resume;

import java.util.Set;

/**
 * What class files do not say of lambdas and method references.
 *
 * @param interfaces the functional interfaces whose method is async, as class files name them
 * @param references the resumable methods that references to such interfaces name: {@code
 *     p/Owner.method(I)V}
 */
public record Functions(Set<String> interfaces, Set<String> references) {
  /** Copies both. */
  public Functions {
    interfaces = Set.copyOf(interfaces);
    references = Set.copyOf(references);
  }

  boolean refersTo(String owner, String method, String descriptor) {
    return references.contains(owner + "." + method + descriptor);
  }
}
