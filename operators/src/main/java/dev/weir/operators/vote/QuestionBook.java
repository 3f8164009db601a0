package dev.weir.operators.vote;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The questions of one key group: open ones with their votes, the ids of closed ones, and votes that wait for their question.
 *
 * <p>What it decides (which votes count, when a question closes) is a function of ids and times, which are public. Labels are only added up.
 *
 * <p><b>Room.</b> An open question takes its id, 16 bytes, a bit for each teacher who votes on any open question of the key group, and 8 bytes
 * for each label and each belief; it is open for {@code wait} at most. A closed question takes its id and 8 bytes until {@link
 * QuestionHours#forgetting}. A vote that waits takes its two ids and 24 bytes until the watermark has passed its time. Nothing else is
 * kept, and a snapshot copies all of it at the barrier.
 *
 * <p>As sensitive as the input.
 */
final class QuestionBook extends KeyGroupTable {

    private static final int FORMAT = 1;

    private final VoteTerms terms;
    private final QuestionHours hours;
    private final Events events;
    private final TeacherNumbers teachers = new TeacherNumbers();
    private final Map<String, Tally> open = new TreeMap<>();
    private final Map<String, Long> closed = new TreeMap<>();
    private final Map<String, List<CastVote>> waiting = new TreeMap<>();
    private long closedUpTo = Long.MIN_VALUE;

    /** What becomes of votes and questions. */
    interface Events {

        /** A vote counts. */
        void counted();

        /** A vote does not count. */
        void rejected(CastVote vote, Rejection code);

        /** A question is closed, and goes to the account. */
        void closed(ClosedTally tally);
    }

    /** Creates a book without questions. */
    QuestionBook(VoteTerms terms, QuestionHours hours, Events events) {
        super(FORMAT, FORMAT);
        this.terms = terms;
        this.hours = hours;
        this.events = events;
    }

    /** Takes a question, unless one with its id is known. One that has no place in the schedule is closed from the start. */
    void ask(PublicQuestion question) {
        String id = question.id();
        if (open.containsKey(id) || closed.containsKey(id)) {
            return;
        }
        boolean isAsked = hours.deadline(question) > closedUpTo && hours.holds(question) && hasBelief(question);
        if (isAsked) {
            open.put(id, Tally.of(question, terms.labels().size()));
        } else {
            closed.put(id, hours.forgetting(question));
        }
        List<CastVote> votes = waiting.remove(id);
        if (votes != null) {
            votes.forEach(vote -> vote(id, vote));
        }
    }

    private boolean hasBelief(PublicQuestion question) {
        return !terms.mechanism().isInteractive()
                || PublicQuestion.isBelief(question.belief(), terms.labels().size());
    }

    /** Takes a vote on a question, or rejects it, or lets it wait for the question. */
    void vote(String id, CastVote vote) {
        Tally tally = open.get(id);
        if (tally != null) {
            vote(tally, vote);
        } else if (closed.containsKey(id)) {
            events.rejected(vote, Rejection.LATE);
        } else if (vote.time() < closedUpTo) {
            events.rejected(vote, Rejection.NO_QUESTION);
        } else {
            waiting.computeIfAbsent(id, key -> new ArrayList<>()).add(vote);
        }
    }

    private void vote(Tally tally, CastVote vote) {
        int known = teachers.find(vote.teacher());
        if (vote.time() >= hours.deadline(tally.question())) {
            events.rejected(vote, Rejection.LATE);
        } else if (known != TeacherNumbers.NONE && tally.voters().get(known)) {
            events.rejected(vote, Rejection.SECOND_VOTE);
        } else {
            tally.add(teachers.use(vote.teacher()), vote);
            events.counted();
            if (tally.votes() == terms.close().votes()) {
                open.remove(tally.question().id());
                // behind the watermark's time, so that questions reach the account in the order of these times
                close(tally, Math.max(tally.behindLast(), saturatedNext(closedUpTo)));
            }
        }
    }

    private static long saturatedNext(long time) {
        return time == Long.MAX_VALUE ? time : time + 1;
    }

    private void close(Tally tally, long time) {
        PublicQuestion question = tally.question();
        teachers.release(tally.voters());
        closed.put(question.id(), hours.forgetting(question));
        events.closed(tally.closed(time));
    }

    /** Closes all questions whose time is over, rejects votes whose question has not come, and forgets old ids. */
    void advance(long time) {
        if (time <= closedUpTo) {
            return;
        }
        closedUpTo = time;
        for (Iterator<Tally> tallies = open.values().iterator(); tallies.hasNext(); ) {
            Tally tally = tallies.next();
            if (hours.deadline(tally.question()) <= time) {
                tallies.remove();
                close(tally, hours.deadline(tally.question()));
            }
        }
        for (Iterator<List<CastVote>> all = waiting.values().iterator(); all.hasNext(); ) {
            List<CastVote> votes = all.next();
            votes.removeIf(vote -> isWithoutQuestion(vote, time));
            if (votes.isEmpty()) {
                all.remove();
            }
        }
        closed.values().removeIf(forgetting -> forgetting <= time);
    }

    private boolean isWithoutQuestion(CastVote vote, long time) {
        if (vote.time() < time) {
            events.rejected(vote, Rejection.NO_QUESTION);
        }
        return vote.time() < time;
    }

    /** How many open questions, closed ids, questions with waiting votes and numbers of teachers are kept. */
    int size() {
        return open.size() + closed.size() + waiting.size() + teachers.size();
    }

    /** Copies nothing, because contents are bytes of their own. */
    @Override
    protected void copyArrays() {}

    @Override
    protected Contents contents() {
        DataOutputSerializer bytes = new DataOutputSerializer(64);
        try {
            write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory can be written to", e);
        }
        return out -> out.write(bytes.getSharedBuffer(), 0, bytes.length());
    }

    private void write(DataOutput out) throws IOException {
        out.writeLong(closedUpTo);
        teachers.write(out);
        out.writeInt(open.size());
        for (Tally tally : open.values()) {
            tally.write(out);
        }
        out.writeInt(closed.size());
        for (Map.Entry<String, Long> question : closed.entrySet()) {
            DataFields.writeText(question.getKey(), out);
            out.writeLong(question.getValue());
        }
        out.writeInt(waiting.size());
        for (Map.Entry<String, List<CastVote>> question : waiting.entrySet()) {
            DataFields.writeText(question.getKey(), out);
            out.writeInt(question.getValue().size());
            for (CastVote vote : question.getValue()) {
                vote.write(out);
            }
        }
    }

    /** Open questions of another version are closed: their labels may mean something else. */
    @Override
    public void read(DataInput in, int format, PlanMigration migration) throws IOException {
        boolean continues = migration.restoredQueries() == 1 && migration.target(0) == 0;
        closedUpTo = in.readLong();
        TeacherNumbers known = continues ? teachers : new TeacherNumbers();
        known.read(in);
        for (int left = in.readInt(); left > 0; left--) {
            Tally tally = Tally.read(in);
            if (continues) {
                known.restore(tally.voters());
                open.put(tally.question().id(), tally);
            } else {
                closed.put(tally.question().id(), hours.forgetting(tally.question()));
            }
        }
        for (int left = in.readInt(); left > 0; left--) {
            closed.put(DataFields.readText(in), in.readLong());
        }
        readWaiting(in, continues);
    }

    private void readWaiting(DataInput in, boolean continues) throws IOException {
        for (int questions = in.readInt(); questions > 0; questions--) {
            String id = DataFields.readText(in);
            List<CastVote> votes = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                votes.add(CastVote.read(in));
            }
            if (continues) {
                waiting.put(id, votes);
            }
        }
    }
}
