package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** A unit is found by its hash. When the second unit comes, the first one has used up its account. */
    @Test
    void two_units_that_share_a_bucket_and_the_half_of_their_hash_in_it_have_their_own_accounts() {
        Plan plan = Plans.of(
                PrivacyUnit.USER, Plans.PURE, Queries.hourly("q").count().contributions(1));
        for (String prefix : List.of("", "an id of more than sixteen bytes: ")) {
            GateRun run = new GateRun(plan, new OpenKeys(plan), PartialSum::key, GateRun.secret(1));
            for (String user : alike(run.table(), prefix)) {
                long before = run.counted();
                run.add(Chain.record(plan, user, 1, 0, 0, 1));
                run.add(Chain.record(plan, user, 1, 0, 0, 1));
                assertThat(run.counted()).as("records counted of a unit").isEqualTo(before + 1);
            }
            assertThat(run.units()).isEqualTo(2);
        }
    }

    /** Returns the ids of two such units. Among two million there are about 30 pairs. A new index has 16 buckets, which the last four bits of a hash select. */
    private static List<String> alike(UnitTable empty, String prefix) {
        Map<Long, String> known = new HashMap<>();
        AdmittedRecord record = new AdmittedRecord();
        for (int unit = 0; unit < 2_000_000; unit++) {
            String user = prefix + unit;
            record.start(user.getBytes(StandardCharsets.UTF_8), 0);
            String other = known.put(empty.units().hash(record, 0) & (-1L << Integer.SIZE | 15), user);
            if (other != null) {
                return List.of(other, user);
            }
        }
        throw new AssertionError("no two units are alike");
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
