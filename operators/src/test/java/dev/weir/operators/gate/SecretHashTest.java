package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.gate.unit.OpenKeys;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that the hash by which units and cells are found differs in every attempt, and that state does not depend on it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SecretHashTest {

    /** This holds over restarts too, because cells are read in the order in which they were written. */
    @Test
    void state_is_the_same_whatever_the_secret_is() throws Exception {
        int cells = 0;
        for (long seed = 90_000; seed < 90_300; seed++) {
            GateCase random = GateCase.of(seed);
            GateRun one = run(random, 1);
            GateRun other = run(random, 2);
            assertThat(one.state()).as("seed %d", seed).isEqualTo(other.state());
            assertThat(one.totals()).isEqualTo(other.totals());
            cells += one.table().cells().views(new AtomicBoolean(true)).size();
        }
        assertThat(cells).isGreaterThan(300);
    }

    private static GateRun run(GateCase random, long secret) throws Exception {
        GateRun run = new GateRun(random.plan(), new OpenKeys(random.plan()), PartialSum::key, GateRun.secret(secret));
        int steps = 0;
        for (GateCase.Step step : random.steps()) {
            if (step.record() == null) {
                run.close(step.closedUpTo());
            } else {
                run.add(step.record());
            }
            if (++steps % 50 == 0) {
                run.restart(new OpenKeys(random.plan()));
            }
        }
        return run;
    }
}
