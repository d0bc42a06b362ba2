package dev.hocket.compiler.lower;

import com.sun.source.tree.PackageTree;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.HiddenTypes;
import dev.hocket.compiler.check.place.Orders;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.HashMap;
import java.util.Map;

/** Translates a file with directives to plain Java. */
public final class Lowering {
  private Lowering() {}

  /**
   * Translates a file that obeys the rules. Reports names in the file that hide the library's
   * names.
   */
  public static LoweredUnit lower(CheckedUnit checked, Problems problems) {
    Context context = Context.of(checked);
    Library library = context.library();
    Edits edits = context.edits();
    // Boxes come first: if both begin at one statement, the box is outside the block.
    new BoxLowering(context).lower();
    new ScopeLowering(context).lower();
    new AwaitedLowering(context).lower();
    DependLowering orders = new DependLowering(context);
    for (Orders.Creator body : checked.orders().bodies()) {
      edits.insert(body.start(), " " + orders.declaration(body));
    }
    RegionLowering regions = new RegionLowering(context);
    checked.syncs().forEach(regions::lower);
    checked.waits().forEach(regions::lower);
    checked.regions().all().forEach(regions::lower);
    // This comes last: a call that begins at the start of a block is inside the block.
    new SuspensionLowering(context).lower();
    PackageTree packageTree = checked.unit().tree().getPackage();
    edits.insert(packageTree == null ? 0 : checked.unit().end(packageTree), library.imports());
    library
        .hidden()
        .ifPresent(name ->
            problems.report(Message.HK050, checked.unit().source(), checked.first(), "name", name));
    Map<String, String> copies = new HashMap<>();
    checked.variables().all().stream()
        .filter(local -> local.copy() != null)
        .forEach(copy -> copies.put(context.naming().declared(copy), copy.name()));
    return new LoweredUnit(
        checked.unit().file(),
        checked.unit().source(),
        edits.apply(checked.unit().source().content()),
        NeededValues.of(checked),
        checked.regions().all(),
        Pieces.of(checked, context.tokens()),
        copies,
        FunctionNames.of(checked.unit(), checked.suspensions()),
        HiddenTypes.of(checked.unit()));
  }
}
