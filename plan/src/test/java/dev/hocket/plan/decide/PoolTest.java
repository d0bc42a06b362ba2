package dev.hocket.plan.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests pools, worthwhile widths of a handler, and neighbours of a plan. */
class PoolTest {
  private static final Load LOAD = new Load(1, .1, 1);

  private static Handler scaling(String name) {
    return new Handler(name, LOAD, new SpeedUp.Amdahl(0));
  }

  private static Pool pool(int handler, int workers, int width) {
    return new Pool(List.of(handler), workers, List.of(width));
  }

  @Test
  void cores_areThoseOfTheHandlerThatNeedsMost_withoutErrorsOfRounding() {
    Handler waits = new Handler("waits", LOAD, new SpeedUp.Amdahl(0), .1);
    // 3 × .1 is a little more than .3.
    assertEquals(3, pool(0, 10, 3).cores(List.of(waits)));
    assertEquals(4, pool(0, 11, 3).cores(List.of(waits)));
    Pool shared = new Pool(List.of(0, 1), 4, List.of(3, 2));
    assertEquals(8, shared.cores(List.of(waits, scaling("computes"))));
  }

  @Test
  void worthwhileWidth_isTheMostWithTheEfficiencyThatIsNeeded() {
    SpeedUp curve = new SpeedUp.Measured(new TreeMap<>(Map.of(2, 1.5, 4, 2.)));
    Handler handler = new Handler("measured", LOAD, curve);
    assertEquals(2, handler.worthwhileWidth(.75, 64));
    assertEquals(4, handler.worthwhileWidth(.5, 64));
    assertEquals(1, handler.worthwhileWidth(.8, 64));
  }

  @Test
  void neighbours_haveAThreadMoreOrFewer_onTheSameWorkersOrTheSameCores() {
    List<Handler> one = List.of(scaling("h"));
    Set<Plan> neighbours = Neighbours.of(new Plan(List.of(pool(0, 6, 2))), one);
    for (Pool wanted :
        List.of(pool(0, 6, 1), pool(0, 12, 1), pool(0, 6, 3), pool(0, 4, 3), pool(0, 5, 2))) {
      assertTrue(neighbours.contains(new Plan(List.of(wanted))), wanted.toString());
    }
    assertFalse(neighbours.contains(new Plan(List.of(pool(0, 6, 2)))));
  }

  @Test
  void neighbours_joinPools_splitThem_andMoveWorkers() {
    List<Handler> two = List.of(scaling("a"), scaling("b"));
    Set<Plan> ofTwoPools = Neighbours.of(new Plan(List.of(pool(0, 2, 1), pool(1, 3, 1))), two);
    Plan joined = new Plan(List.of(new Pool(List.of(0, 1), 5, List.of(1, 1))));
    assertTrue(ofTwoPools.contains(joined));
    assertTrue(ofTwoPools.contains(new Plan(List.of(pool(0, 1, 1), pool(1, 4, 1)))));
    assertTrue(ofTwoPools.contains(new Plan(List.of(pool(0, 3, 1), pool(1, 2, 1)))));
    Set<Plan> ofOne = Neighbours.of(joined, two);
    assertTrue(ofOne.contains(new Plan(List.of(pool(0, 4, 1), pool(1, 1, 1)))));
    assertTrue(ofOne.contains(new Plan(List.of(pool(0, 1, 1), pool(1, 4, 1)))));
  }

  @Test
  void proposals_haveEachKindOnAllCores() {
    List<Handler> two = List.of(scaling("a"), scaling("b"));
    Search search = new Search(two, 6, .9);
    List<Plan> proposals = search.proposals(Goal.MEAN, 20);
    assertEquals(search.best(Goal.MEAN), proposals.getFirst());
    assertTrue(
        proposals.contains(
            search.best(Goal.MEAN, pool -> pool.classes().size() == 2).orElseThrow()));
    assertTrue(
        proposals.contains(
            search
                .best(Goal.MEAN, pool -> pool.classes().size() == 1 && pool.workers() == 1)
                .orElseThrow()));
  }
}
