package dev.weir.operators.testing;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.BatchBuffer;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An admitted record and its contributions, as plain arrays that tests can read and change.
 *
 * @param unit the unit's id
 * @param period the unit's period, for reference gates; the real gate computes it
 * @param time the event time
 * @param queries the queries to which the record contributes
 * @param keys its key in each of them
 * @param amounts what their aggregates would add
 */
public record Contributions(byte[] unit, long period, long time, int[] queries, int[] keys, long[] amounts) {

    /** Returns the admitted record for a gate of these queries. */
    public AdmittedRecord admitted(Plan plan) {
        AdmittedRecord record = new AdmittedRecord();
        record.start(unit, time);
        int at = 0;
        for (int i = 0; i < queries.length; i++) {
            int width = width(plan.queries().get(queries[i]).query(), keys[i]);
            record.add(queries[i], keys[i], Arrays.copyOfRange(amounts, at, at + width));
            at += width;
        }
        return record;
    }

    /** The words of a record and, where nobody declared the keys, of the text whose length the key is. */
    private static int width(Query query, int key) {
        return query.layout().words() + (query.keys().discovered().isPresent() ? PackedText.words(key) : 0);
    }

    /** Returns the admitted record in a batch of its own. */
    public ContributionBatch batch(Plan plan, int keyGroups) {
        List<ContributionBatch> sent = new ArrayList<>();
        BatchBuffer batches =
                new BatchBuffer(keyGroups, batch -> sent.add(new ContributionBatch.Serializer().copy(batch)));
        batches.add(admitted(plan));
        batches.sendAll();
        return sent.get(0);
    }

    /** Returns the single word that a scalar aggregate makes of a value. */
    public static long word(Aggregate aggregate, BigDecimal value) {
        long[] words = new long[1];
        aggregate.encode(new BigDecimal[] {value}, 0, words, 0);
        return words[0];
    }
}
