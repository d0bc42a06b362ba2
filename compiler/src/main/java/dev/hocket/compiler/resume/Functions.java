package dev.hocket.compiler.resume;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What class files do not say of lambdas, method references and inherited methods.
 *
 * @param interfaces the functional interfaces whose method is async, as class files name them
 * @param references the resumable methods that references to such interfaces name: {@code
 *     p/Owner.method(I)V}
 * @param shared the classes that inherit resumable methods from several interfaces, and these
 *     methods: {@code method(I)V}
 */
public record Functions(
    Set<String> interfaces, Set<String> references, Map<String, List<String>> shared) {
  /** Copies all. */
  public Functions {
    interfaces = Set.copyOf(interfaces);
    references = Set.copyOf(references);
    shared = Map.copyOf(shared);
  }

  boolean refersTo(String owner, String method, String descriptor) {
    return references.contains(owner + "." + method + descriptor);
  }
}
