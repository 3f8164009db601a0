package dev.weir.operators.api.votes;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.vote.VoteFields;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Decodes votes. Each vote is a slot, and the parallel parts of the stream are the partitions. */
final class VoteDecoder implements RecordDecoder<Vote> {

    private static final long serialVersionUID = 1L;

    private static final byte[] NO_BYTES = {};

    /** The latest time that is accepted, in epoch milliseconds: the end of the range of ECMAScript dates. */
    private static final long LAST_TIME = 8_640_000_000_000_000L;

    private final VoteFields fields;
    private transient int subtask;
    private transient long decoded;

    /** Creates a decoder of votes for some labels. */
    VoteDecoder(List<String> labels) {
        this.fields = new VoteFields(labels);
    }

    /** The time to which a vote or question may move the clock: {@link PartitionClock#NO_TIME} if its time is out of range. */
    static long clockTime(long time) {
        return -LAST_TIME <= time && time <= LAST_TIME ? time : PartitionClock.NO_TIME;
    }

    @Override
    public void open(int number) {
        subtask = number;
    }

    @Override
    public int partition(Vote vote) {
        return subtask;
    }

    /** The number of votes that this execution attempt has decoded so far. */
    @Override
    public long offset(Vote vote) {
        return decoded;
    }

    /** Always {@link PartitionClock#NO_TIME}, because the times of votes move the clock. */
    @Override
    public long time(Vote vote) {
        return PartitionClock.NO_TIME;
    }

    /** Always an empty array: rejected votes are counted and not kept. */
    @Override
    public byte[] payload(Vote vote) {
        return NO_BYTES;
    }

    @Override
    public void decode(Vote vote, long timestamp, DecodedRecord record) {
        decoded++;
        long time = clockTime(vote.time());
        if (time == PartitionClock.NO_TIME) {
            record.reject(Rejection.OUT_OF_RANGE);
            return;
        }
        record.time(time);
        VoteFields.Ids ids = new VoteFields.Ids(
                vote.question().getBytes(StandardCharsets.UTF_8),
                vote.teacher().getBytes(StandardCharsets.UTF_8),
                fields.number(vote.label()));
        VoteFields.set(ids, new VoteFields.Place(subtask, decoded), record);
    }
}
