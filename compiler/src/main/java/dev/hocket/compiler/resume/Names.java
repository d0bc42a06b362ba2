package dev.hocket.compiler.resume;

import dev.hocket.core.Coroutine;
import dev.hocket.core.Frame;
import dev.hocket.core.Resumer;
import dev.hocket.core.TagScope;
import dev.hocket.directives.Resumable;
import dev.hocket.directives.Resumed;
import dev.hocket.directives.TargetBlocks;
import dev.hocket.directives.jdk.JdkWaits;
import java.util.Set;
import org.objectweb.asm.Type;

/** Internal names of the runtime library's classes. */
final class Names {
  static final Type COROUTINE_TYPE = Type.getType(Coroutine.class);
  static final String COROUTINE = Type.getInternalName(Coroutine.class);
  static final Type TAG_SCOPE = Type.getType(TagScope.class);
  static final String FRAME = Type.getInternalName(Frame.class);
  static final String RESUMER = Type.getInternalName(Resumer.class);
  static final String RESUMED = Type.getInternalName(Resumed.class);
  static final String RESUMABLE = Type.getDescriptor(Resumable.class);

  static final String JDK_WAITS = Type.getInternalName(JdkWaits.class);

  /** The library classes whose methods may suspend their caller. */
  static final Set<String> SUSPENDING = Set.of(Type.getInternalName(TargetBlocks.class), JDK_WAITS);

  static final String OBJECT = Type.getInternalName(Object.class);

  private Names() {}
}
