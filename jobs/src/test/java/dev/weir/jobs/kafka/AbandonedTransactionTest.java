package dev.weir.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.kafka.AbandonedTransaction.Open;
import dev.weir.operators.ledger.Pulse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AbandonedTransactionTest implements AbandonedTransaction.Holder, Pulse.Sign {

    private static final Open OPEN = new Open(7, 3, 1000);

    private final List<Open> aborted = new ArrayList<>();
    private final List<Open> looks = new ArrayList<>();
    private String sign = "4 killed 17";
    private int reads;
    private int beats;

    @Override
    public Optional<Open> open() {
        return looks.isEmpty() ? Optional.empty() : Optional.of(looks.remove(0));
    }

    @Override
    public void abort(Open open) {
        aborted.add(open);
    }

    @Override
    public String read() {
        reads++;
        return sign + (reads > 2 ? "0".repeat(beats) : "");
    }

    @Override
    public void write(String text) {}

    @Override
    public void remove() {}

    private List<Open> abortedAfter(Open... found) throws Exception {
        aborted.clear();
        looks.clear();
        looks.addAll(List.of(found));
        reads = 0;
        new AbandonedTransaction(this, new Pulse(this), 500).act();
        return aborted;
    }

    @Test
    void what_has_been_open_as_long_as_the_owner_was_silent_is_aborted() throws Exception {
        assertThat(abortedAfter(OPEN, OPEN)).containsExactly(OPEN);
    }

    @Test
    void an_owner_that_shows_life_keeps_its_transaction() throws Exception {
        beats = 1;
        assertThat(abortedAfter(OPEN, OPEN)).isEmpty();
    }

    @Test
    void where_nobody_has_shown_life_nobody_is_known_to_be_dead() throws Exception {
        sign = "";
        assertThat(abortedAfter(OPEN, OPEN)).isEmpty();
    }

    @Test
    void what_has_ended_or_has_another_holder_or_has_begun_since_then_is_left_alone() throws Exception {
        assertThat(abortedAfter(OPEN)).isEmpty();
        assertThat(abortedAfter(OPEN, new Open(8, 3, 1000))).isEmpty();
        assertThat(abortedAfter(OPEN, new Open(7, 4, 1000))).isEmpty();
        assertThat(abortedAfter(OPEN, new Open(7, 3, 1001))).isEmpty();
    }

    @Test
    void where_nothing_of_the_pipeline_is_open_nobody_is_watched() throws Exception {
        assertThat(abortedAfter()).isEmpty();
        assertThat(reads).isZero();
    }
}
