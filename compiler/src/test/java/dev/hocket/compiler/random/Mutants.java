package dev.hocket.compiler.random;

import java.util.List;
import java.util.stream.Stream;

/**
 * The list of mutants, each with the test that must detect it. The first ones run in every check.
 */
final class Mutants {
  private static final String RESUME = "compiler/src/main/java/dev/hocket/compiler/resume/%s.java";
  private static final String LOWER = "compiler/src/main/java/dev/hocket/compiler/lower/%s.java";
  private static final String PLACE =
      "compiler/src/main/java/dev/hocket/compiler/check/place/%s.java";
  private static final String WAITS = "directives/src/main/java/dev/hocket/directives/jdk/%s.java";
  private static final String CORE = "core/src/main/java/dev/hocket/core/%s.java";

  private static final String RANDOM = "dev.hocket.compiler.random.RandomProgramsTest";
  private static final String CALLS = "dev.hocket.compiler.resume.CallsTest";
  private static final String ENTRY = "dev.hocket.compiler.resume.EntryTest";
  private static final String WHOLE_CLASS = "dev.hocket.compiler.resume.ResumptionTest";
  private static final String COROUTINE = "dev.hocket.core.CoroutineTest";
  private static final String PROGRAMS = "dev.hocket.compiler.resume.ProgramsTest";
  private static final String WHOLE_PROGRAMS = "dev.hocket.compiler.ProgramsTest";
  private static final String ONCE = "dev.hocket.core.CancelledOnceTest";
  private static final String SCOPES = "dev.hocket.compiler.TagScopesTest";
  private static final String CORE_SCOPES = "dev.hocket.core.TagScopeTest";
  private static final String CONTRACT = "dev.hocket.core.CoroutineContractTest";

  private static final List<Mutant> OF_AWAITS =
      List.of(
          new Mutant(
              "what a resumed call throws passes by the handlers around it",
              RESUME.formatted("Point"),
              "    code.mark(resumed);\n    take(code);\n",
              "    take(code);\n    code.mark(resumed);\n",
              RANDOM),
          new Mutant(
              "the analysis of needed locals follows no loop",
              RESUME.formatted("Liveness"),
              "          changed = true;\n        }",
              "        }",
              RANDOM),
          new Mutant(
              "a frame does not know the callers that were suspended before it",
              CORE.formatted("Activations"),
              "      lastUnwound.caller = top;\n",
              "",
              RANDOM),
          new Mutant(
              "a cancel skips the finally blocks around the await",
              CORE.formatted("Coroutine"),
              "      pop();\n    }\n    return proceed(instead);\n",
              "      exchange(null);\n    }\n    return proceed(instead);\n",
              RANDOM),
          new Mutant(
              "nothing waits for the close() of a resource",
              LOWER.formatted("SuspensionLowering"),
              "        resources.mark(call, library.call(Library.RESUMED) + name + \"();\");\n",
              "",
              RANDOM),
          new Mutant(
              "a run waits for the blocks of all runs",
              CORE.formatted("TagScope"),
              "return new TagScope(tag, this);",
              "return this;",
              CORE_SCOPES),
          new Mutant(
              "what a run leaves at its end is lost",
              CORE.formatted("TagScope"),
              "      over = true;\n",
              "",
              CORE_SCOPES),
          new Mutant(
              "a failure that a scope has claimed stays claimable further out",
              CORE.formatted("TagScope"),
              "for (TagScope scope = block.scope(); scope != null; scope = scope.outer) {\n"
                  + "      if",
              "for (TagScope scope = block.scope(); scope == block.scope(); scope = scope.outer)"
                  + " {\n"
                  + "      if",
              CORE_SCOPES),
          new Mutant(
              "a wait for the program takes what an open scope can claim",
              CORE.formatted("TagScope"),
              "    while (last.over) {\n",
              "    while (last.outer != null) {\n",
              CORE_SCOPES),
          new Mutant(
              "a block below the wait in the same loop belongs to the program",
              PLACE.formatted("WaitScopes"),
              "return tree instanceof ForLoopTree\n        || ",
              "return ",
              SCOPES),
          new Mutant(
              "the code of static members sees the variables around their class",
              PLACE.formatted("WaitScopes"),
              "          if (isStatic(type, member)) {\n            return bodies;\n          }\n",
              "",
              WHOLE_PROGRAMS),
          new Mutant(
              "what close() throws beside another failure is lost",
              LOWER.formatted("ResourceLowering"),
              "%1$s.addSuppressed(%2$s);",
              "",
              WHOLE_PROGRAMS),
          new Mutant(
              "locals that javac made itself are not kept",
              RESUME.formatted("Liveness"),
              "BitSet slots = (BitSet) needed[at].clone();",
              "BitSet slots = new BitSet();",
              RANDOM),
          new Mutant(
              "locals that only an exception handler needs are not kept",
              RESUME.formatted("Liveness"),
              "    handlers.forEach(handler -> add(handler, slots));\n",
              "",
              RANDOM),
          new Mutant(
              "locals that only a stack map frame types are not kept",
              RESUME.formatted("Liveness"),
              "      case FrameNode frame -> addTyped(frame, slots);\n",
              "",
              RANDOM),
          new Mutant(
              "locals that are only incremented are not kept",
              RESUME.formatted("Liveness"),
              "      case IincInsnNode increment -> slots.set(increment.var);\n",
              "",
              RANDOM),
          new Mutant(
              "locals that are needed behind a jump are not kept",
              RESUME.formatted("Liveness"),
              "      case JumpInsnNode jump -> next.add(jump.label);\n",
              "",
              RANDOM),
          new Mutant(
              "locals that are needed behind a switch are not kept",
              RESUME.formatted("Liveness"),
              "      case TableSwitchInsnNode choice -> {\n"
                  + "        next.addAll(choice.labels);\n"
                  + "        next.add(choice.dflt);\n",
              "      case TableSwitchInsnNode choice -> {\n",
              RANDOM),
          new Mutant(
              "an increment takes the slot of the coroutine for its own",
              RESUME.formatted("Shift"),
              "increment.var += increment.var < slot ? 0 : 1",
              "increment.var += 0",
              RANDOM),
          new Mutant(
              "operands are stored from the bottom of the stack",
              RESUME.formatted("Code"),
              "for (Type type : types.reversed()) {",
              "for (Type type : types) {",
              RANDOM),
          new Mutant(
              "the code of a suspension point is inside the ranges of exception handlers",
              RESUME.formatted("TryRanges"),
              "return code.indexOf(range.start) <= at && at < code.indexOf(range.end);",
              "return false;",
              RANDOM),
          new Mutant(
              "outer exception handlers come before inner ones",
              RESUME.formatted("TryRanges"),
              "pieces.add(piece(range, start, range.end));",
              "pieces.addFirst(piece(range, start, range.end));",
              RANDOM),
          new Mutant(
              "an object is created before arguments that suspend",
              RESUME.formatted("ResumableMethod"),
              "    NewMover.move(type.name, method, awaited);\n",
              "",
              RANDOM),
          new Mutant(
              "an object that javac keeps in a local is not moved",
              RESUME.formatted("NewMover"),
              "            types.locals().forEach(this::add);\n",
              "",
              RANDOM),
          new Mutant(
              "what an awaited void call throws is lost",
              RESUME.formatted("Point"),
              "    code.handedOver(\"take\", call.result());\n",
              "    if (call.result() == Type.VOID_TYPE) {\n      code.pop();\n    } else {\n"
                  + "      code.handedOver(\"take\", call.result());\n    }\n",
              RANDOM),
          new Mutant(
              "a local that is always null is kept like any other",
              RESUME.formatted("Saved"),
              "return local.type != Opcodes.NULL;",
              "return true;",
              RANDOM),
          new Mutant(
              "two frames meet at one instruction",
              RESUME.formatted("Resumption"),
              "    Frames.separate(twin);\n",
              "",
              RANDOM),
          new Mutant(
              "a mark behind a cast belongs to no call",
              RESUME.formatted("Marks"),
              "if (call.getOpcode() == Opcodes.CHECKCAST) {",
              "if (call.getOpcode() == Opcodes.NOP) {",
              RANDOM),
          new Mutant(
              "only the first copy of a finally block suspends",
              RESUME.formatted("Marks"),
              "        (isWaited(mark) ? marks.waited : marks.awaited).add(markedBy(mark));\n",
              "        if (marks.awaited.stream()\n"
                  + "            .noneMatch(c -> Positions.line(c) == Positions.line(mark))) {\n"
                  + "        (isWaited(mark) ? marks.waited : marks.awaited).add(markedBy(mark));\n"
                  + "        }\n",
              RANDOM),
          new Mutant(
              "a call by super means what overrides the method",
              RESUME.formatted("Point"),
              "    if (call.isSuper(method.owner())) {\n",
              "    if (false) {\n",
              RANDOM),
          new Mutant(
              "a call by super that was put off means what overrides the method",
              RESUME.formatted("Resumers"),
              "            code.exact(COROUTINE);\n",
              "",
              CALLS),
          new Mutant(
              "no twin asks whether another compiler's class overrides it",
              RESUME.formatted("Resumption"),
              "    if (Guard.isNeeded(twin)) {\n",
              "    if (false) {\n",
              CALLS),
          new Mutant(
              "bridges do not pass the coroutine on",
              RESUME.formatted("Resumption"),
              "return Methods.is(method, Opcodes.ACC_BRIDGE) && Methods.isMarkedResumable(method);",
              "return false;",
              CALLS),
          new Mutant(
              "objects of lambdas know the plain method only",
              RESUME.formatted("LambdaTwins"),
              "if (!functions.interfaces().contains(implemented) || lambda.isSerializable()) {",
              "if (lambda != null) {",
              CALLS),
          new Mutant(
              "what a reference hands over after a suspension is not converted",
              RESUME.formatted("LambdaTwins"),
              "    if (!ResultAdapter.isNeeded(lambda)) {\n",
              "    if (true) {\n",
              CALLS),
          new Mutant(
              "no call is put off",
              RESUME.formatted("Point"),
              "      code.ifne(defer);\n",
              "      code.pop();\n",
              CALLS),
          new Mutant(
              "the arguments of a call that was put off are read backwards",
              RESUME.formatted("Resumers"),
              "operands.forEach(operand -> get(code, operand));",
              "operands.reversed().forEach(operand -> get(code, operand));",
              CALLS),
          new Mutant(
              "foreign callers of a void method wait",
              RESUME.formatted("Entry"),
              "code.coroutine(\"detach\", \"()V\");",
              "code.coroutine(\"join\", \"()V\");",
              ENTRY),
          new Mutant(
              "direct callers of a void method do not wait",
              RESUME.formatted("Entry"),
              "code.coroutine(\"join\", \"()V\");",
              "code.coroutine(\"detach\", \"()V\");",
              ENTRY),
          new Mutant(
              "awaited calls are not marked",
              LOWER.formatted("SuspensionLowering"),
              "    mark(suspensions.awaited(), \"awaited\");\n",
              "",
              RANDOM),
          new Mutant(
              "awaited blocks are not marked",
              LOWER.formatted("BlockLowering"),
              "block.directive().isAwaited() ? \" \" + library.call(Library.RESUMED) +"
                  + " \"awaited();\" : \"\";",
              "\"\";",
              RANDOM),
          new Mutant(
              "a block that awaits is an ordinary lambda",
              LOWER.formatted("BlockLowering"),
              "boolean suspends = checked.suspensions().suspends(block);",
              "boolean suspends = false;",
              RANDOM),
          new Mutant(
              "what is thrown inside a critical statement does not release its lock",
              LOWER.formatted("RegionLowering"),
              "\" finally { \" + behind + \" } }\";",
              "\" finally {} \" + behind + \" }\";",
              WHOLE_PROGRAMS),
          new Mutant(
              "frames are linked in the wrong order",
              CORE.formatted("Activations"),
              "      lastUnwound.caller = frame;\n    }\n    lastUnwound = frame;\n",
              "      frame.caller = firstUnwound;\n      firstUnwound = frame;\n"
                  + "      return;\n    }\n    lastUnwound = frame;\n",
              RANDOM),
          new Mutant(
              "the next call takes the frame of its caller for its own",
              CORE.formatted("Coroutine"),
              "    resuming = null;\n",
              "",
              RANDOM),
          new Mutant(
              "a failure is thrown again at the next call",
              CORE.formatted("Result"),
              "    if (thrown != null) {\n      failure = null;\n",
              "    if (thrown != null) {\n",
              RANDOM),
          new Mutant(
              "a handler that is woken before it has left its thread is not resumed",
              CORE.formatted("Awaited"),
              "    if (!SIGNAL.compareAndSet(this, NONE, PARKED)) {\n"
                  + "      coroutine.goOn();\n"
                  + "    }\n",
              "    SIGNAL.compareAndSet(this, NONE, PARKED);\n",
              RANDOM),
          new Mutant(
              "a frame is read from where its writing ended",
              CORE.formatted("Coroutine"),
              "    frame.rewound();\n",
              "",
              RANDOM),
          new Mutant(
              "a float is kept without its fraction",
              CORE.formatted("Frame"),
              "Float.floatToRawIntBits(value)",
              "(long) value",
              RANDOM),
          new Mutant(
              "a double is returned without its fraction",
              CORE.formatted("Result"),
              "number = Double.doubleToRawLongBits(value);",
              "number = (long) value;",
              RANDOM),
          new Mutant(
              "the caller that waits does not get the failure",
              CORE.formatted("Coroutine"),
              "        rest.rethrow();\n",
              "",
              RANDOM),
          new Mutant(
              "a wait for several blocks is over with the first",
              CORE.formatted("Awaited"),
              "if ((int) LEFT.getAndAdd(this, -1) == 1) {",
              "if ((int) LEFT.getAndSet(this, 0) > 0) {",
              CONTRACT),
          new Mutant(
              "calls one after the other count as calls in each other",
              CORE.formatted("Coroutine"),
              "    depth--;\n",
              "",
              COROUTINE),
          new Mutant(
              "no stack is too deep",
              CORE.formatted("Coroutine"),
              "return ++depth > MOST_DEPTH;",
              "return ++depth < 0;",
              COROUTINE),
          new Mutant(
              "a call that was put off is taken for a wait",
              CORE.formatted("Coroutine"),
              "boolean waits = unwinding == FOR_WAIT;",
              "boolean waits = true;",
              COROUTINE),
          new Mutant(
              "what suspends on a thread of no target",
              CORE.formatted("Coroutine"),
              "return home != null && !blocking;",
              "return !blocking;",
              COROUTINE),
          new Mutant(
              "an override is not asked for after a call that needs none",
              CORE.formatted("Coroutine"),
              "    exact = false;\n    return ++depth",
              "    return ++depth",
              CALLS),
          new Mutant(
              "a cancel wakes the handler, which then goes on",
              CORE.formatted("Coroutine"),
              "return proceed(instead);",
              "return proceed(null);",
              CONTRACT),
          new Mutant(
              "a suspended handler does not get the exception of a deadlock",
              CORE.formatted("Coroutine"),
              "      Throwable instead = over.deadlock();\n",
              "      Throwable instead = null;\n",
              CONTRACT),
          new Mutant(
              "a cancelled handler does not wait for blocks that share its locals",
              CORE.formatted("Awaited"),
              "    if (isStructured()) {\n      for (",
              "    if (false) {\n      for (",
              CONTRACT),
          new Mutant(
              "a cancel is forgotten when the handler goes on",
              CORE.formatted("Awaited"),
              "return seen == CANCELLED;",
              "return false;",
              CONTRACT),
          new Mutant(
              "a cancel that was met is met again where the handler is suspended next",
              CORE.formatted("Block"),
              "isInterruptedOnItsWayTo(SUSPENDED) && Thread.interrupted()",
              "isInterruptedOnItsWayTo(SUSPENDED)",
              ONCE),
          new Mutant(
              "a cancel that ends a block in place is met again after that",
              CORE.formatted("Target"),
              "      Context.takeInterruptOf(block.failure());\n",
              "",
              ONCE),
          new Mutant(
              "an await that meets an interrupt leaves it for the next",
              CORE.formatted("Target"),
              "if (Thread.interrupted()) {",
              "if (Thread.currentThread().isInterrupted()) {",
              ONCE),
          new Mutant(
              "an activation that cannot be kept is lost with its exception handlers",
              RESUME.formatted("ResumableMethod"),
              "      method.tryCatchBlocks.add(point.handler());\n",
              "",
              PROGRAMS),
          new Mutant(
              "what was called does not hear that its caller cannot be kept",
              CORE.formatted("Coroutine"),
              "exchange(called);",
              "exchange(null);",
              PROGRAMS),
          new Mutant(
              "a stack trace does not name the callers that wait",
              CORE.formatted("Coroutine"),
              "return frame.point() == 0 ? thrown : resumedFromCallers(thrown);",
              "return thrown;",
              WHOLE_CLASS),
          new Mutant(
              "the result of a completion that has completed at once is lost",
              CORE.formatted("Coroutine"),
              "        return what.result();\n",
              "        return null;\n",
              RANDOM),
          new Mutant(
              "a handler that awaits a future is resumed at once",
              WAITS.formatted("CallbackWait"),
              "      stage.whenComplete((value, failure) -> isOver());\n",
              "      isOver();\n",
              RANDOM),
          new Mutant(
              "a future does not resume a handler with a time limit, which its time then does",
              WAITS.formatted("CallbackWait"),
              "    if (waiting == null) {\n      stage",
              "    if (timer != null) {\n      return true;\n    }\n    if (waiting == null) {\n      stage",
              RANDOM),
          new Mutant(
              "the end of its time does not resume a handler",
              WAITS.formatted("CallbackWait"),
              "      timer.thenRun(this::isOver);\n",
              "",
              RANDOM));

  static final List<Mutant> ALL =
      Stream.concat(OF_AWAITS.stream(), LoopMutants.ALL.stream()).toList();

  private Mutants() {}
}
