package dev.hocket.compiler.resume;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Facts about lambdas, method references, inherited methods and awaited calls that class files do
 * not contain.
 *
 * @param interfaces internal names of the functional interfaces whose method is async
 * @param references the resumable methods that method references to such interfaces name: {@code
 *     p/Owner.method(I)V}
 * @param shared the classes that inherit resumable methods from several interfaces, each with these
 *     methods: {@code method(I)V}
 * @param waits the awaited methods of the JDK, each with the class whose method it is or overrides:
 *     {@code p/MyFuture.join()Ljava/lang/Object;} with {@code
 *     java/util/concurrent/CompletableFuture}
 */
public record Functions(
    Set<String> interfaces,
    Set<String> references,
    Map<String, List<String>> shared,
    Map<String, String> waits) {
  /** Keeps copies of the collections. */
  public Functions {
    interfaces = Set.copyOf(interfaces);
    references = Set.copyOf(references);
    shared = Map.copyOf(shared);
    waits = Map.copyOf(waits);
  }

  boolean refersTo(String owner, String method, String descriptor) {
    return references.contains(owner + "." + method + descriptor);
  }
}
