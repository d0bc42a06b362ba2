package dev.hocket.compiler.check;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.VisibleNames;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.Orders;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.TaskScopes;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.place.WaitScopes;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.check.suspension.Suspensions;
import java.util.List;
import java.util.Map;
import javax.lang.model.type.TypeMirror;

/**
 * A source file that obeys the rules, with all data that its translation needs.
 *
 * @param unit the attributed file
 * @param regions the statements that directives govern
 * @param waits its wait directives
 * @param scopes the method bodies whose runs wait for their own blocks
 * @param taskScopes the code whose tasks a handler awaits
 * @param orders the code whose runs order blocks
 * @param syncs its barriers, flushes and similar directives
 * @param nests the loops that teams share
 * @param variables its local variables
 * @param thrown the checked exceptions of each region that becomes a function
 * @param endless the regions that cannot complete normally
 * @param suspensions its methods and calls that can be suspended
 * @param names the names that are visible in it
 * @param first the offset by which messages refer to the file: its first directive, or its first
 *     call of a method that can be suspended
 */
public record CheckedUnit(
    AttributedUnit unit,
    Regions regions,
    List<WaitPoint> waits,
    WaitScopes scopes,
    TaskScopes taskScopes,
    Orders orders,
    List<SyncPoint> syncs,
    List<LoopNest> nests,
    Variables variables,
    Map<Region, List<TypeMirror>> thrown,
    List<Region> endless,
    Suspensions suspensions,
    VisibleNames names,
    int first) {}
