package dev.weir.operators.vote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.LocalAdmission;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VoteFieldsTest {

    private static final long TIME = 5000;

    private final VoteTerms terms = VoteBench.exact(3, 2);
    private final Plan plan = terms.plan("clinic", new TimeBounds(0, 1000), UnitName.of("teacher"), "");
    private final List<String> admitted = new ArrayList<>();
    private final LocalAdmission<List<String>> admission =
            new LocalAdmission<>(plan, Schedule.startingAt(0), new Decoder(terms.labels()), batch -> {
                AdmittedRecord record = new AdmittedRecord();
                for (int at = 0; at < batch.size(); ) {
                    at = batch.read(at, record);
                    CastVote vote = VoteWords.vote(record);
                    admitted.add(VoteWords.id(record) + "|" + vote.teacher() + "|" + vote.label() + "|" + vote.time()
                            + "|" + vote.rejected(Rejection.LATE));
                }
            });

    /** Decodes a question, a teacher and a label. */
    private record Decoder(List<String> labels) implements RecordDecoder<List<String>> {

        @Override
        public int partition(List<String> slot) {
            return 7;
        }

        @Override
        public long offset(List<String> slot) {
            return 1L << 40;
        }

        @Override
        public long time(List<String> slot) {
            return TIME;
        }

        @Override
        public byte[] payload(List<String> slot) {
            return new byte[0];
        }

        @Override
        public void decode(List<String> slot, long timestamp, DecodedRecord record) {
            record.time(TIME);
            VoteFields.Ids ids = new VoteFields.Ids(
                    bytes(slot.get(0)), bytes(slot.get(1)), new VoteFields(labels).number(slot.get(2)));
            VoteFields.set(ids, new VoteFields.Place(partition(slot), offset(slot)), record);
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"q", "exactly16 bytes.", "a question of more than 16 bytes", "Fr\u00e4ge \u65e5\u672c"})
    void a_vote_arrives_as_it_was_decoded(String id) {
        admission.take(List.of(id, id + " teacher", "malign"));
        admission.take(List.of(id, "t", "other"));
        admission.sendAll();
        assertThat(admitted)
                .containsExactly(
                        id + "|" + id + " teacher|1|5000|LATE at 7:1099511627776",
                        id + "|t|-1|5000|LATE at 7:1099511627776");
    }

    @ParameterizedTest
    @CsvSource({"0, 5, NO_KEY", "5, 0, NO_UNIT", "257, 5, TOO_LARGE", "5, 257, TOO_LARGE"})
    void ids_must_be_1_to_256_bytes(int question, int teacher, Rejection code) {
        admission.take(List.of("q".repeat(question), "t".repeat(teacher), "benign"));
        RecordCounters counters = admission.counters();
        assertThat(counters.of(0, code)).isEqualTo(1);
    }

    @Test
    void a_label_has_its_place() {
        VoteFields fields = new VoteFields(terms.labels());
        assertThat(fields.number("odd")).isEqualTo(2);
        assertThat(fields.number("Odd")).isEqualTo(VoteTerms.ABSTENTION);
        assertThat(fields.number(null)).isEqualTo(VoteTerms.ABSTENTION);
    }
}
