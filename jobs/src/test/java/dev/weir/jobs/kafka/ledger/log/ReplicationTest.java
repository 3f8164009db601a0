package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReplicationTest {

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 1, 1", "2, 2, 1", "3, 2, 1", "3, 3, 2", "5, 3, 3", "9, 5, 2"})
    void what_survives_a_lost_broker_or_cannot_is_taken(int brokers, int replicas, int inSync) {
        assertThat(Replication.problem(brokers, replicas, inSync)).isEmpty();
    }

    @Test
    void one_replica_on_three_brokers_or_three_of_which_one_must_have_a_write_are_refused() {
        assertThat(Replication.problem(3, 1, 1)).hasValue("must have 3 replicas on 3 brokers, has 1");
        assertThat(Replication.problem(3, 3, 1))
                .hasValue("must have min.insync.replicas of at least 2 with three replicas, has 1");
    }
}
