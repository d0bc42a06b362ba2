package dev.hocket.compiler.lower;

import com.sun.source.tree.PackageTree;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.HiddenTypes;
import java.util.HashMap;
import java.util.Map;

/** Translates a file. */
public final class Lowering {
  private Lowering() {}

  /** Translates a file that obeys the rules. */
  public static LoweredUnit lower(CheckedUnit checked) {
    String source = checked.unit().source().content();
    Tokens tokens = new Tokens(source);
    Naming naming = new Naming(tokens);
    Edits edits = new Edits();
    PackageTree packageTree = checked.unit().tree().getPackage();
    int head = packageTree == null ? 0 : checked.unit().end(packageTree);
    edits.insert(head, naming.imports());
    // Boxes first: where both open at one statement, the box is outside the block.
    new BoxLowering(checked, naming, tokens, edits).lower();
    BlockLowering blocks = new BlockLowering(checked, naming, edits);
    checked.waits().forEach(blocks::lower);
    checked.blocks().forEach(blocks::lower);
    // Last: where a call opens at the start of a block, it is inside.
    new SuspensionLowering(checked, naming, tokens, edits).lower();
    Map<String, String> copies = new HashMap<>();
    checked.variables().all().stream()
        .filter(local -> local.copy() != null)
        .forEach(copy -> copies.put(naming.declared(copy), copy.name()));
    return new LoweredUnit(
        checked.unit().file(),
        checked.unit().source(),
        edits.apply(source),
        checked.blocks(),
        Pieces.of(checked, tokens),
        copies,
        FunctionNames.of(checked.unit(), checked.suspensions()),
        HiddenTypes.of(checked.unit()));
  }
}
