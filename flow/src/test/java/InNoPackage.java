import dev.hocket.flow.Counts;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Functions in no package, as in small programs; SafetyTest looks them up by name. */
class InNoPackage {
  static class UsesLibrary {
    private final List<Object> seen = new ArrayList<>();

    @Function
    int f(byte[] classFile) {
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(node, 0);
      seen.add(node.name);
      return seen.size();
    }
  }

  static class GivesStateToLibrary {
    private final ClassNode node = new ClassNode();

    @Function
    Object f(byte[] classFile) {
      new ClassReader(classFile).accept(node, 0);
      return node.methods;
    }
  }

  static class UsesOwnPackage {
    @Function
    int f(int x) {
      return Counts.next();
    }
  }

  static class Numbers {
    private long next;

    @Function(source = true)
    Object numbers(long count) {
      return next < count ? (Object) next++ : Flow.END;
    }
  }

  static class CallsOwnPackage {
    @Function
    static long goes(long x) {
      return Counts.STEP.applyAsLong(x);
    }

    @Function
    static long counts(long x) {
      return Counts.last();
    }
  }
}
