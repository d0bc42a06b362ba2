package dev.hocket.compiler.diagnose;

/**
 * The catalogue of messages. Each has a page {@code docs/diagnostics/HKnnn.md} of the same title
 * with an explanation, a wrong and a right example; a test holds the two together.
 */
public enum Message {
  HK001(
      Severity.ERROR,
      "'%word%' is not a directive",
      "%suggestion%this version of Hocket knows target, wait, async and async-call"),
  HK002(
      Severity.ERROR,
      "'%comment%' looks like a directive but would be ignored",
      "write //#omp %word% in a // comment: no space before or in #omp, one after it"),
  HK003(
      Severity.ERROR,
      "the directive '%word%' is not in this version of Hocket",
      "remove it, or say it with target, wait, async and async-call"),
  HK004(Severity.ERROR, "expected %expected%, found %found%", "the form is: %form%"),
  HK005(
      Severity.ERROR,
      "'%clause%' is not a clause of '%directive%'",
      "%suggestion%its clauses are %clauses%"),
  HK006(
      Severity.ERROR,
      "the clause '%clause%' is not in this version of Hocket",
      "remove it; the clauses are %clauses%"),
  HK007(
      Severity.ERROR,
      "the clause '%clause%' is not allowed on '%directive%'",
      "the clauses of '%directive%' are %clauses%"),
  HK008(Severity.ERROR, "the clause '%clause%' stands twice", "keep one of them"),
  HK009(Severity.ERROR, "'%first%' and '%second%' cannot stand together", "keep one of them"),
  HK010(
      Severity.ERROR,
      "no statement follows this directive",
      "put it on the line before a statement or a { block } inside a method body"),
  HK011(
      Severity.ERROR,
      "a block cannot be a declaration",
      "put { } around the declaration and what uses it, or move the directive to a statement"),
  HK012(
      Severity.ERROR,
      "'wait' cannot stand here: %reason%",
      "put it between two statements of a { block } or before its closing brace"),
  HK013(Severity.ERROR, "the variable '%variable%' stands in two data clauses", "keep one of them"),
  HK014(
      Severity.ERROR,
      "unknown variable '%variable%'",
      "%suggestion%the clause lists local variables that are in scope at the directive"),
  HK015(
      Severity.ERROR,
      "'%variable%' is a field; a block cannot have its own copy of it",
      "fields are always shared; copy it to a local variable first"),
  HK016(
      Severity.ERROR,
      "the block uses '%variable%', which default(none) asks you to list",
      "add shared(%variable%), firstprivate(%variable%) or private(%variable%)"),
  HK017(
      Severity.ERROR,
      "the type of '%variable%' has no name, so the block cannot declare its own",
      "declare '%variable%' with a named type instead of var"),
  HK018(
      Severity.ERROR,
      "the expression of '%clause%' is wrong: %javac%",
      "it is evaluated where the directive stands and must be of type %type%"),
  HK019(
      Severity.ERROR,
      "'%jump%' leaves the block",
      "a block runs elsewhere and can only end at its closing brace; set a variable and act on it"
          + " after the block"),
  HK020(
      Severity.ERROR,
      "the block assigns the final field '%field%'",
      "assign a local variable in the block and the field after it"),
  HK021(
      Severity.ERROR,
      "the block shares '%variable%', a pattern variable that is assigned again",
      "copy it to a local variable, or add firstprivate(%variable%)"),
  HK022(
      Severity.ERROR,
      "the block shares '%variable%', which another group of the switch declares",
      "declare it before the switch"),
  HK023(
      Severity.ERROR,
      "the pattern variable '%variable%' is used after the block that binds it",
      "put { } around the statement and what uses '%variable%'"),
  HK024(
      Severity.ERROR,
      "a call of another constructor cannot be a block",
      "move the directive to a statement after %call%"),
  HK025(
      Severity.ERROR,
      "the block shares '%variable%', %what% that is assigned again",
      "copy it to a local variable and share that"),
  HK026(
      Severity.ERROR,
      "the method goes on after this '%mode%' block and ends without a value",
      "a '%mode%' block is not waited for; return a value after it"),
  HK027(
      Severity.ERROR,
      "module '%module%' does not read dev.hocket.directives, which its blocks need",
      "add 'requires dev.hocket.directives;' to its module-info.java"),
  HK028(Severity.ERROR, "this 'wait' is never reached", "move it before the statement that leaves"),
  HK029(
      Severity.ERROR,
      "Hocket's translation of this block does not compile: %javac%",
      "please report it; remove the directive to go on"),
  HK030(
      Severity.ERROR,
      "this block would wait for ever: no other thread can run code of a class that is being"
          + " initialised",
      "use nowait or name_as, or move the block to a method that is called later"),
  HK031(
      Severity.ERROR,
      "'%method%' awaits and returns a value, but is not async",
      "put //#omp async before the method"),
  HK032(
      Severity.ERROR,
      "this lambda awaits and returns a value, but is not async",
      "put //#omp async directly before the lambda"),
  HK033(
      Severity.ERROR,
      "nothing can be awaited in the 'synchronized' of line %line%",
      "a lock belongs to a thread, which await would give away: take the lock in the block, or wait"
          + " without await"),
  HK034(
      Severity.ERROR,
      "nothing can be awaited in %place%",
      "wait without await, or await in a method that is called afterwards"),
  HK035(
      Severity.ERROR,
      "'%method%' goes on without this code at its first await",
      "%way%; only as the last action is a call suspended along with it"),
  HK036(
      Severity.ERROR,
      "neither a method nor a lambda follows this 'async'",
      "put it on the line before the method, or directly before the parameters of the lambda"),
  HK037(Severity.ERROR, "%place% cannot be async", "move what awaits to a method, and call that"),
  HK038(Severity.ERROR, "'async' stands twice", "keep one of them"),
  HK039(
      Severity.ERROR,
      "no call of '%method%' here",
      "list methods that the statement itself calls, with the types of their parameters; it calls"
          + " %calls%"),
  HK040(Severity.ERROR, "'%method%' is not async", "%way%"),
  HK041(
      Severity.ERROR,
      "a call that is not waited for cannot stand in an expression",
      "with '%mode%' the call must be a statement: %forms%"),
  HK042(
      Severity.ERROR,
      "%what% has too many parameters to be suspended",
      "what is suspended has one more, and 255 is the most: pass several of them as one object (a"
          + " long or double counts twice, the object that is called once)"),
  HK043(
      Severity.ERROR,
      "the result of this call, of type '%type%', cannot be awaited",
      "no class of this package may name the type: let the method return one that it has and that"
          + " others may name, or call the method without await"),
  HK044(
      Severity.ERROR,
      "the block uses '%variable%', of a type that this package may not name",
      "copy it to a variable of a type that it has and that this package may name, and use that"),
  HK045(
      Severity.ERROR,
      "%what% is too long: with what its blocks and awaits need it has %size%; 65535 is the most",
      "move a part of it to a %part% of its own; a call that is awaited needs about 100 bytes of code,"
          + " and about 12 more for each variable that is in scope there"),
  HK046(Severity.ERROR, "the parameters of '%method%' are missing", "%way%"),
  HK101(
      Severity.WARNING,
      "no 'wait' mentions the tag '%tag%' of this block",
      "add //#omp wait(%tag%), or use nowait if nobody waits for the block"),
  HK102(
      Severity.WARNING,
      "the block reads '%variable%' while line %line% may write it",
      "add firstprivate(%variable%) to give the block the value of now"),
  HK103(
      Severity.WARNING,
      "no block has the tag '%tag%' of this 'wait'",
      "%suggestion%give name_as(%tag%) to the block it is to wait for; now it waits for nothing"),
  HK104(
      Severity.WARNING,
      "%exceptions% can leave this '%mode%' block; no catch or throws around it will see that",
      "%way%"),
  HK105(
      Severity.WARNING,
      "this thread keeps the lock of line %line% while it waits for the block",
      "a block that needs the same lock never ends: move the directive out of 'synchronized', or"
          + " use nowait or name_as"),
  HK106(
      Severity.WARNING,
      "the call at %call% goes on at the first await of this %what%",
      "'%method%', by which that is called, does not say that it may await: put //#omp async before"
          + " it (%place%), so that its calls wait"),
  HK107(
      Severity.WARNING,
      "this %what% cannot be suspended with its caller: %reason%",
      "whoever awaits it would keep the thread, or go on too early: write %way% instead"),
  HK108(
      Severity.WARNING,
      "'%method%' goes on at the first await of this %what%, and so does the code after it",
      "it cannot be suspended with the %what%: call that in a statement of your own, such as a"
          + " 'for' loop or an 'if'");

  private final Severity severity;
  private final String text;
  private final String help;

  Message(Severity severity, String text, String help) {
    this.severity = severity;
    this.text = text;
    this.help = help;
  }

  /** Whether it ends the compilation. */
  public Severity severity() {
    return severity;
  }

  /** What happened; {@code %names%} stand for values. */
  public String text() {
    return text;
  }

  /** The way out. */
  public String help() {
    return help;
  }
}
