package dev.hocket.compiler.diagnose;

/**
 * The catalogue of messages. Each has a page {@code docs/diagnostics/HKnnn.md} of the same title
 * with an explanation, a wrong and a right example; a test holds the two together.
 */
public enum Message {
  HK001(Severity.ERROR, "unknown directive '%word%'", "%suggestion%use %directives%"),
  HK002(
      Severity.ERROR,
      "'%comment%' looks like a directive, but is not written like one",
      "write it as //#omp %directive%, in a // comment, without a space in //#omp and with one"
          + " after it"),
  HK003(Severity.ERROR, "Hocket does not support the directive '%word%'", "%way%"),
  HK004(Severity.ERROR, "expected %expected%, found %found%", "write it in this form: %form%"),
  HK005(
      Severity.ERROR,
      "'%directive%' has no clause '%clause%'",
      "%suggestion%use one of its clauses: %clauses%"),
  HK006(
      Severity.ERROR,
      "Hocket does not support the clause '%clause%'",
      "%suggestion%remove it, or use one of these clauses: %clauses%"),
  HK007(
      Severity.ERROR,
      "the clause '%clause%' is not allowed on '%directive%'",
      "remove it; the clauses allowed on '%directive%' are: %clauses%"),
  HK008(Severity.ERROR, "the clause '%clause%' appears twice", "remove one of them"),
  HK009(Severity.ERROR, "%clauses% cannot be combined", "keep one of them"),
  HK010(
      Severity.ERROR,
      "no statement follows this directive",
      "put it on the line before a statement, or before a { block }, inside a method body"),
  HK011(
      Severity.ERROR,
      "a declaration cannot be a block: '%name%' would be unknown after it",
      "%way%"),
  HK012(
      Severity.ERROR,
      "'%directive%' cannot be here: %reason%",
      "move it between two statements of a { block }, or before the closing brace"),
  HK013(
      Severity.ERROR,
      "the data clauses list the variable '%variable%' twice",
      "remove it from one of the two"),
  HK014(
      Severity.ERROR,
      "no local variable '%variable%' is in scope here",
      "%suggestion%list local variables that are declared before the directive"),
  HK015(
      Severity.ERROR,
      "'%variable%' is a field, and '%clause%' lists %what%",
      "copy the field to a local variable before the directive, and list and use that"),
  HK016(
      Severity.ERROR,
      "the block uses '%variable%', which default(none) requires a clause to list",
      "add shared(%variable%), firstprivate(%variable%) or private(%variable%)"),
  HK017(
      Severity.ERROR,
      "the type of '%variable%' has no name, so the block cannot have its own copy",
      "declare '%variable%' with a named type instead of var"),
  HK018(
      Severity.ERROR,
      "the expression of '%clause%' does not compile: %javac%",
      "correct it: it must be of type %type%, and use only what is known at the directive"),
  HK019(Severity.ERROR, "'%jump%' would jump out of the block", "%way%"),
  HK020(
      Severity.ERROR,
      "the block assigns the final field '%field%'",
      "assign a local variable in the block, and the field after it"),
  HK021(
      Severity.ERROR,
      "the block uses '%variable%', a pattern variable that is assigned again",
      "copy it to a local variable before the directive and use that, or add"
          + " firstprivate(%variable%)"),
  HK022(
      Severity.ERROR,
      "the block uses '%variable%', which another case of the switch declares",
      "declare '%variable%' before the switch"),
  HK023(
      Severity.ERROR,
      "the pattern variable '%variable%' is unknown here: it belongs to the block above",
      "put { } around the block and all that uses '%variable%'"),
  HK024(
      Severity.ERROR,
      "a call of another constructor cannot be a block",
      "move the directive to a statement after %call%"),
  HK025(
      Severity.ERROR,
      "the block uses '%variable%', %what% that is assigned again",
      "copy it to a local variable before the directive and use that"),
  HK026(
      Severity.ERROR,
      "the method does not wait for this '%mode%' block, and ends without returning a value",
      "return a value after the block, or remove '%mode%' to wait for it"),
  HK027(
      Severity.ERROR,
      "module '%module%' does not require dev.hocket.directives, which its blocks need",
      "add 'requires dev.hocket.directives;' to its module-info.java"),
  HK028(
      Severity.ERROR,
      "this '%directive%' is never reached",
      "move it before the jump or the endless loop above it"),
  HK029(
      Severity.ERROR,
      "Hocket's translation of this block does not compile: %javac%",
      "report this as a fault of Hocket; to compile now, remove the directive"),
  HK030(
      Severity.ERROR,
      "the initialiser of the class waits for this block, which cannot run before that has ended",
      "use nowait or name_as, or move the block to a method that is called later"),
  HK031(
      Severity.ERROR,
      "'%method%' awaits and returns a value, but is not marked async",
      "put //#omp async before the method"),
  HK032(
      Severity.ERROR,
      "this lambda awaits and returns a value, but is not marked async",
      "put //#omp async directly before the lambda"),
  HK033(
      Severity.ERROR,
      "nothing can be awaited inside the '%lock%' of line %line%",
      "move '%lock%' into the block, or the await out of '%lock%'"),
  HK034(
      Severity.ERROR,
      "%place% cannot await",
      "remove 'await' to wait there, or await in a method that is called afterwards"),
  HK035(
      Severity.ERROR,
      "'%method%' returns to this caller at its first await, so the code after the call"
          + " runs too early",
      "%way%"),
  HK036(
      Severity.ERROR,
      "no method or lambda follows this 'async'",
      "put it on the line before a method, or directly before the parameters of a lambda"),
  HK037(
      Severity.ERROR,
      "%place% cannot be async",
      "move the code that awaits to a method, mark that async, and call it"),
  HK038(
      Severity.ERROR,
      "this method or lambda has an 'async' already",
      "remove one of the two, or move it to the method or lambda that it is meant for"),
  HK039(Severity.ERROR, "the statement does not call '%method%'", "%way%"),
  HK040(Severity.ERROR, "'%method%' is not marked async", "%way%"),
  HK041(
      Severity.ERROR,
      "'%mode%' does not wait for this call, so its value cannot be used here",
      "make the call a statement: %forms%"),
  HK042(
      Severity.ERROR,
      "%what% has too many parameters to be suspended",
      "pass several of them as one object: there is room for 254 (a long or double takes"
          + " two places, 'this' takes one)"),
  HK043(
      Severity.ERROR,
      "this call cannot be awaited: the type of its value, '%type%', is private to another"
          + " package",
      "let the method return a type that this package may name, or call it without await"),
  HK044(
      Severity.ERROR,
      "the block uses '%variable%', whose type is private to another package",
      "copy it to a variable of a type that this package may name, and use that in the block"),
  HK045(
      Severity.ERROR,
      "%what% is too long: with the code for its blocks and awaits it has %size%, and"
          + " 65535 is the limit",
      "move a part of it to a %part% of its own%costs%"),
  HK046(Severity.ERROR, "the parameters of '%method%' are missing", "%way%"),
  HK047(
      Severity.ERROR,
      "'%jump%' would jump out of the '%directive%' statement",
      "set a variable in the statement and test it after the statement, or put the directive"
          + " before a smaller one"),
  HK048(
      Severity.ERROR,
      "this '%directive%' is inside the '%directive%' of line %line%",
      "remove it, or give one of the two another name"),
  HK049(
      Severity.ERROR,
      "this directive follows a statement on the same line",
      "put it on a line of its own, before the statement that it is meant for"),
  HK050(
      Severity.ERROR,
      "a type named 'dev' and the name '%name%' hide Hocket's library from this file",
      "rename one of the two"),
  HK051(Severity.ERROR, "the threads of a team cannot share this loop: %reason%", "%way%"),
  HK052(
      Severity.ERROR,
      "the number of '%clause%' must be 1 or more, and is %value%",
      "write a number of at least 1, or remove the clause"),
  HK053(
      Severity.ERROR,
      "'%operator%' does not combine values of the type %type% of '%variable%'",
      "use an operator that Java has for %type%, or combine the values in a critical statement"),
  HK054(
      Severity.ERROR,
      "this '%inner%' is inside the '%outer%' of line %line%, where the threads of a team do"
          + " not come together",
      "move it out of the '%outer%' statement, or start a team inside it: //#omp parallel"),
  HK055(Severity.ERROR, "'%directive%' cannot govern this statement: %reason%", "%way%"),
  HK056(
      Severity.ERROR,
      "nothing can be awaited inside the '%directive%' of line %line%: no thread may leave a"
          + " team",
      "await around it: put //#omp target virtual(worker) await before the region; or remove"
          + " 'await' to wait here"),
  HK057(
      Severity.ERROR,
      "'%jump%' cannot be the statement of '%directive%': it only leaves the code around it",
      "put the directive before the statement that it is meant for, or remove it"),
  HK058(
      Severity.ERROR,
      "'%clause%' needs the value of '%variable%': %javac%",
      "assign '%variable%' first, on every path"),
  HK059(
      Severity.ERROR,
      "'%clause%' assigns '%variable%', which is final",
      "remove 'final' from its declaration, or '%variable%' from the list"),
  HK060(
      Severity.ERROR,
      "this 'ordered' is inside the '%outer%' of line %line%, which its thread keeps while it waits"
          + " for its turn",
      "move '%outer%' into the ordered statement"),
  HK061(
      Severity.ERROR,
      "an iteration comes to this 'ordered' after that of line %line%, and may have only one",
      "put both statements into one { block } behind a single //#omp ordered"),
  HK062(
      Severity.ERROR,
      "the task assigns its own copy of '%variable%', and line %line% reads the variable afterwards",
      "add shared(%variable%) to the task, and //#omp taskwait before that line; or add"
          + " firstprivate(%variable%) if the copy is meant"),
  HK063(
      Severity.ERROR,
      "'%variable%' has no value here: the '%directive%' of line %line% assigns a variable of its"
          + " own",
      "assign '%variable%' outside of that statement, or use shared(%variable%)"),
  HK064(
      Severity.ERROR,
      "no taskgroup around this task collects '%variable%'",
      "put //#omp taskgroup task_reduction(%operator%: %variable%) before a statement around it"),
  HK065(
      Severity.ERROR,
      "'%item%' is no location that a task can depend on: %reason%",
      "list local variables, fields of this class by their names alone, or elements of arrays, as"
          + " in a[i][j]"),
  HK066(
      Severity.ERROR,
      "the task depends on '%variable%', but has a copy of it, made before the tasks that it waits"
          + " for",
      "add shared(%variable%) to the task; or firstprivate(%variable%) if the copy is meant"),
  HK067(
      Severity.ERROR,
      "'%directive%' cannot be here: %reason%",
      "%way%set a variable here and test it in the code that should end"),
  HK068(
      Severity.ERROR,
      "'%variable%' gets another array here, but its reduction is of the one that it has at the"
          + " directive",
      "assign the elements, or use a variable of its own for the other array"),
  HK069(
      Severity.ERROR,
      "'on_cancel' is for a block with a tag: no other block can be cancelled",
      "add name_as(tag), or remove on_cancel"),
  HK070(
      Severity.ERROR,
      "'%method%' does not combine two values of '%variable%': %javac%",
      "name a static method, or one of the type, and a neutral value: reduction(Stats::plus,"
          + " Stats::new: s), or reduction(Math::max, 0: n)"),
  HK071(
      Severity.ERROR,
      "this is no element of '%variable%', of which the directive reduces a section",
      "use elements alone, %variable%[i], or reduce the whole array: %variable% without [ ]"),
  HK072(
      Severity.ERROR,
      "'%variable%' is in the reduction of the region of line %line%, too, which would add the whole"
          + " result once for each thread",
      "remove it from one of the two lists"),
  HK101(
      Severity.WARNING,
      "nothing waits for the tag '%tag%' of this block",
      "add //#omp wait(%tag%), or use nowait if nothing needs to wait for the block"),
  HK102(
      Severity.WARNING,
      "the block reads '%variable%', which line %line% may change meanwhile",
      "add firstprivate(%variable%): then the block has the value that '%variable%' has at"
          + " the directive"),
  HK103(
      Severity.WARNING,
      "no block has the tag '%tag%' of this 'wait', so it does not wait",
      "%suggestion%add name_as(%tag%) to the block that it is meant for"),
  HK104(
      Severity.WARNING,
      "%exceptions% can leave this '%mode%' block, and no catch or throws around it sees that",
      "%way%"),
  HK105(
      Severity.WARNING,
      "this thread keeps the lock of line %line% while it waits for the block",
      "move the directive out of '%lock%', or use nowait or name_as: a block that needs the"
          + " lock never ends"),
  HK106(
      Severity.WARNING,
      "the call at %call% does not wait for this %what%: it goes through '%method%', which"
          + " is not marked async",
      "put //#omp async before '%method%' (%place%), so that its calls wait"),
  HK107(
      Severity.WARNING,
      "this %what% cannot be suspended with its caller: %reason%",
      "write %way% instead: a caller of this %what% would keep its thread, or continue too"
          + " early"),
  HK108(
      Severity.WARNING,
      "'%method%' does not wait for this %what%: it continues after the first await",
      "call the code in a statement of your own, such as a 'for' loop or an 'if', which"
          + " can be suspended"),
  HK109(
      Severity.WARNING,
      "this may read '%variable%' before the block of line %line% has written it",
      "%way%"),
  HK110(
      Severity.WARNING,
      "the loop of line %line% does not say that it has an ordered part",
      "add the clause 'ordered' to its directive"),
  HK111(
      Severity.WARNING,
      "this reads '%variable%', which has no value yet: it is private",
      "assign it first, or use firstprivate(%variable%) for the value that it has at the"
          + " directive"),
  HK112(Severity.WARNING, "several threads may assign '%variable%' at the same time", "%way%"),
  HK113(
      Severity.WARNING,
      "this block runs on '%target%', but '%use%'%where% belongs to the event thread of %toolkit%",
      "do this after the block, or put it in a block of its own: //#omp target virtual(%edt%)"),
  HK114(
      Severity.WARNING,
      "this block runs on '%target%' and uses '%use%'%where%, which the event thread of %toolkit%"
          + " may change meanwhile",
      "copy what the block needs to a variable before the directive; make changes after the block, or"
          + " in //#omp target virtual(%edt%)"),
  HK115(
      Severity.WARNING,
      "the iterations of this loop depend on one another: it assigns %written%, and another"
          + " iteration reads that as %read%",
      "remove the directive, or read from another array"),
  HK116(
      Severity.WARNING,
      "several threads may change '%variable%' at the same time, and %type% is not thread-safe",
      "put //#omp critical before this statement, use a class of java.util.concurrent, or combine"
          + " what each thread has by a method: reduction(Lists::join, %type%::new: %variable%);"
          + " if the race is intended, list it: shared(%variable%)"),
  HK117(
      Severity.WARNING,
      "every thread of the team of line %line% creates this '%directive%', so it runs once for each"
          + " of them",
      "put //#omp single before the statement that creates the tasks, or around all of them; if each"
          + " thread is meant to create its own, create it in a method that the region calls"),
  HK118(
      Severity.WARNING,
      "this may read '%variable%' as it was before line %line%: the statement there assigns a copy,"
          + " because of '%clause%'",
      "%way%, or assign '%variable%' before this"),
  HK119(
      Severity.WARNING,
      "the last %part% may assign no value to '%variable%'; then its value afterwards is open",
      "assign it on every path of the %part%, or remember the place of the last assignment by"
          + " reduction(max: at) and compute the value afterwards"),
  HK120(
      Severity.WARNING,
      "this may read '%variable%' as an earlier %part% on the same thread left it, so the result"
          + " depends on the team",
      "assign it first in each %part%, or use a reduction; if each thread is meant to keep a value,"
          + " declare the variable in a 'parallel' around the %part%s"),
  HK121(
      Severity.WARNING,
      "'%variable%' is not shared: it is the index of this loop, and each thread has its own",
      "remove '%variable%' from 'shared'");

  private final Severity severity;
  private final String text;
  private final String help;

  Message(Severity severity, String text, String help) {
    this.severity = severity;
    this.text = text;
    this.help = help;
  }

  /** Whether the message is an error or a warning. */
  public Severity severity() {
    return severity;
  }

  /** The description of the problem; {@code %names%} stand for values. */
  public String text() {
    return text;
  }

  /** The remedy, as an imperative. */
  public String help() {
    return help;
  }
}
