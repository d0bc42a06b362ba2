package dev.hocket.compiler.suggest;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/** The methods of the JDK that are known to block the thread that calls them. */
final class Blocking {
  private static final Map<String, Set<String>> METHODS = new TreeMap<>();

  static {
    put("java.lang.Thread", "sleep", "join");
    put("java.lang.Process", "waitFor");
    put("java.net.InetAddress", "getByName", "getAllByName", "getLocalHost", "isReachable");
    put("java.net.Socket", "<init>", "connect");
    put("java.net.ServerSocket", "accept");
    put("java.net.URL", "openStream", "getContent");
    put("java.net.URLConnection", "connect", "getInputStream", "getContent");
    put("java.net.http.HttpClient", "send");
    put(
        "java.nio.file.Files",
        "copy",
        "find",
        "lines",
        "readAllBytes",
        "readAllLines",
        "readString",
        "walk",
        "walkFileTree",
        "write",
        "writeString");
    put("java.sql.Connection", "commit", "prepareStatement", "rollback");
    put("java.sql.DriverManager", "getConnection");
    put(
        "java.sql.Statement",
        "execute",
        "executeBatch",
        "executeLargeBatch",
        "executeLargeUpdate",
        "executeQuery",
        "executeUpdate");
    put("javax.sql.DataSource", "getConnection");
    put("java.util.concurrent.BlockingQueue", "put", "take");
    put("java.util.concurrent.CompletableFuture", "join");
    put("java.util.concurrent.CountDownLatch", "await");
    put("java.util.concurrent.CyclicBarrier", "await");
    put("java.util.concurrent.ExecutorService", "awaitTermination", "invokeAll", "invokeAny");
    put("java.util.concurrent.Future", "get");
    put("java.util.concurrent.Phaser", "awaitAdvance", "arriveAndAwaitAdvance");
    put("java.util.concurrent.Semaphore", "acquire");
    put("javax.imageio.ImageIO", "read", "write");
  }

  private final Program program;

  Blocking(Program program) {
    this.program = program;
  }

  private static void put(String type, String... methods) {
    METHODS.put(type, Set.of(methods));
  }

  /** Whether a method, or one that it overrides, blocks. */
  boolean blocks(ExecutableElement method) {
    String name =
        method.getKind() == ElementKind.CONSTRUCTOR ? "<init>" : method.getSimpleName().toString();
    TypeElement owner = (TypeElement) method.getEnclosingElement();
    boolean waits = METHODS.values().stream().anyMatch(names -> names.contains(name));
    return waits
        && Stream.concat(Stream.of(owner.asType()), Handlers.supertypes(program, owner.asType()))
            .map(type -> ((DeclaredType) type).asElement().toString())
            .anyMatch(type -> METHODS.getOrDefault(type, Set.of()).contains(name));
  }

  /** The method's name in messages: {@code Thread.sleep}. */
  static String nameOf(ExecutableElement method) {
    Element owner = method.getEnclosingElement();
    return method.getKind() == ElementKind.CONSTRUCTOR
        ? "new " + owner.getSimpleName()
        : owner.getSimpleName() + "." + method.getSimpleName();
  }
}
