package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.jobs.embedded.BrokerProcess;
import dev.weir.operators.publish.SavedJournal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Checks the remains of a job whose processes have failed: its topics, all its completed checkpoints, its counters and its
 * log. The checks do not depend on the faults.
 *
 * @param broker the broker of the topics
 * @param ledger the name of the ledger's topic, whose records have the times at which the broker appended them
 */
record CrashEvidence(BrokerProcess broker, String ledger) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * I8: a batch is in the ledger's topic, committed or not, only after the metadata of a checkpoint with this batch was
     * complete. Both times are of this machine's clock, and a file's time is never later than the true one.
     *
     * @param checkpoints the folder of all checkpoints; none has been deleted
     */
    void verifyCommittedAfterCheckpoints(Path checkpoints) throws IOException {
        // the job goes on: the checkpoint of a batch that is appended now is complete when the folder is read
        Map<ChainTip, Long> appended = new HashMap<>();
        broker.read(ledger, message -> {
            if (LedgerBytes.decode(message.value()).orElse(null) instanceof BatchSeal seal) {
                appended.merge(seal.batch().tip(), message.timestamp(), Math::min);
            }
        });
        assertThat(appended).as("I8: batches").hasSizeGreaterThan(10);
        Map<ChainTip, Long> completed = completed(checkpoints);
        appended.forEach((batch, time) -> assertThat(completed.getOrDefault(batch, Long.MAX_VALUE))
                .as("I8: when a checkpoint with batch " + batch.sequence() + " was complete")
                .isLessThanOrEqualTo(time));
    }

    /** Returns, for each batch, when the first checkpoint with this batch was complete, in epoch milliseconds. */
    private static Map<ChainTip, Long> completed(Path checkpoints) throws IOException {
        Map<ChainTip, Long> completed = new HashMap<>();
        for (Path metadata : LiveFiles.checkpoints(checkpoints)) {
            String checkpoint =
                    Objects.requireNonNull(metadata.getParent()).toUri().toString();
            long time = Files.getLastModifiedTime(metadata).toMillis();
            for (Pending pending :
                    SavedJournal.of(checkpoint).orElseThrow().chain().pending()) {
                completed.merge(pending.batch().tip(), time, Math::min);
            }
        }
        return completed;
    }

    /**
     * I9: no start of the run was refused. The ledger names only this run as owner, and the log, which has the failures of
     * all attempts, has no refusal.
     *
     * @param log the complete log
     * @param restarts the minimum number of restarts of the job
     */
    void verifyNoneRefused(String log, int restarts) {
        Set<String> runs = new HashSet<>();
        int[] starts = {0};
        broker.read(ledger, message -> {
            LedgerRecord record = LedgerBytes.decode(message.value()).orElse(null);
            if (record instanceof DomainEntry entry && entry.event() instanceof Ownership ownership) {
                runs.add(ownership.run());
                starts[0]++;
            }
        });
        assertThat(runs).as("I9: runs").hasSize(1);
        assertThat(starts[0]).as("I9: starts").isGreaterThan(restarts);
        assertThat(log.lines().filter(line -> line.contains(" to RESTARTING")))
                .as("I9: what is logged of restarts")
                .hasSizeGreaterThanOrEqualTo(restarts);
        assertThat(log.lines().filter(line -> line.contains("StartRefused: ")))
                .as("I9: refusals")
                .isEmpty();
    }

    /**
     * I12: every slot of the input topic has exactly one outcome, in spite of all failures. The expected outcome follows from
     * the topic alone: the columns of a record are its time, its unit, which differs for each record, and its key.
     *
     * @param counters the file of counters
     * @param input the input topic
     * @param keys the declared keys
     */
    void verifyConserved(Path counters, String input, Set<String> keys) throws IOException {
        Map<String, Long> expected = new TreeMap<>();
        long[] slots = {0};
        broker.read(input, message -> {
            slots[0]++;
            String line = new String(message.value(), StandardCharsets.UTF_8);
            expected.merge(end(line.split(",", -1), message.timestamp(), keys), 1L, Long::sum);
        });
        for (JsonNode query : JSON.readTree(counters.toFile())) {
            Map<String, Long> ended = ended(query);
            assertThat(ended).as("I12: where records ended").isEqualTo(expected);
            assertThat(query.get("read").asLong())
                    .as("I12: slots")
                    .isEqualTo(slots[0])
                    .isEqualTo(ended.values().stream().mapToLong(count -> count).sum());
        }
    }

    private static String end(String[] columns, long appended, Set<String> keys) {
        if (columns.length != 3) {
            return "MALFORMED";
        }
        if (Instant.parse(columns[0]).toEpochMilli() < appended - 600_000) {
            return "LATE";
        }
        return keys.contains(columns[2]) ? "counted" : "undeclared";
    }

    /** Returns every nonzero count of a query, without their sum. */
    private static Map<String, Long> ended(JsonNode query) {
        Map<String, Long> ended = new TreeMap<>();
        Stream.of(query, query.get("rejected"))
                .flatMap(counts -> counts.properties().stream())
                .filter(count -> count.getValue().isNumber() && count.getValue().asLong() != 0)
                .filter(count -> !count.getKey().equals("read"))
                .forEach(count -> ended.put(count.getKey(), count.getValue().asLong()));
        return ended;
    }
}
