package dev.weir.operators.local.encode;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Draws reports outside of a job, in the caller's thread. It remembers what it has sent for as long as it exists.
 *
 * <p><b>Guarantee.</b> That of {@link EncodeTerms}, for the reports of one instance. What is drawn must be stored before any of
 * it is shown, and nothing may be drawn again for the same records.
 */
public final class LocalEncoder {

    private final Plan plan;
    private final Encoder encoder;
    private final PersonHash hash;
    private final Map<Long, Persons> periods = new HashMap<>();

    /**
     * Creates an encoder that has sent nothing.
     *
     * @param terms the question and the allowance
     * @param plan the plan of these terms: {@link EncodeTerms#plan}
     */
    public LocalEncoder(EncodeTerms terms, Plan plan) {
        this.plan = plan;
        KeyStream randomness = KeyStream.fresh();
        this.hash = new PersonHash(randomness);
        this.encoder = new Encoder(terms, plan, randomness);
    }

    /**
     * Draws the report of an answer, or repeats one that is remembered.
     *
     * @param unit the id of the person, at least one byte
     * @param time the event time of the record, epoch milliseconds
     * @param answer the number of an option, or how many steps a number is above the lowest of its range
     * @return the report; null if the person's allowance is spent
     */
    public @Nullable PublishedRow encode(byte[] unit, long time, int answer) {
        AdmittedRecord record = new AdmittedRecord();
        record.start(unit, time);
        long period = plan.unit().period(time);
        Persons persons = periods.computeIfAbsent(period, any -> new Persons(hash));
        Encoder.Drawn drawn = encoder.encode(persons.sent(record), period, answer);
        if (drawn == null) {
            return null;
        }
        persons.put(record, drawn.after());
        return drawn.row();
    }
}
