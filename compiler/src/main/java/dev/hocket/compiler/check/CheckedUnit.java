package dev.hocket.compiler.check;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.VisibleNames;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.check.suspension.Suspensions;
import java.util.List;
import java.util.Map;
import javax.lang.model.type.TypeMirror;

/**
 * A source file that obeys the rules, with everything its translation needs to know.
 *
 * @param unit the file
 * @param regions the statements that directives govern
 * @param waits its wait directives
 * @param variables its local variables
 * @param thrown the checked exceptions of each block
 * @param endless the blocks that cannot complete normally
 * @param suspensions what of it can be suspended
 * @param names what is visible in it
 * @param first where what has to be translated begins
 */
public record CheckedUnit(
    AttributedUnit unit,
    Regions regions,
    List<WaitPoint> waits,
    Variables variables,
    Map<TargetBlock, List<TypeMirror>> thrown,
    List<TargetBlock> endless,
    Suspensions suspensions,
    VisibleNames names,
    int first) {}
