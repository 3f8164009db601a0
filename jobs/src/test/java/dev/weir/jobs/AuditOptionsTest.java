package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what an audit refuses before it runs a job. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AuditOptionsTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "examples/items.yaml, --adopt, --adopt: units must have periods",
        "benchmarks/audit/votes.yaml, --adopt, --adopt: units must have periods",
        "benchmarks/audit/pipelines/discovered.yaml, --adopt --crash, '--crash, --restore and --adopt: all but one'",
        "benchmarks/audit/pipelines/discovered.yaml, --restore --crash, '--crash, --restore and --adopt: all but one'"
    })
    void modes_exclude_each_other_and_states_are_adopted_only_where_units_have_periods(
            String file, String modes, String refusal) {
        String[] arguments = ("audit ../" + file + " --trials 200 " + modes).split(" ");
        assertThat(InProcess.weir(out, err, arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(refusal);
    }
}
