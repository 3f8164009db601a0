package dev.weir.operators.vote;

import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Small numbers for the teachers who have voted on an open question of one key group, so that a question needs one bit for each. The number
 * of a teacher is given to another one when no open question has a vote of the first, so that numbers take no more room than open questions
 * need, whoever votes.
 */
final class TeacherNumbers {

    /** The number of a teacher without a vote on any open question. */
    static final int NONE = -1;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> teachers = new ArrayList<>();
    private final List<Integer> uses = new ArrayList<>();
    private final BitSet free = new BitSet();

    /** The number of a teacher, or {@link #NONE}. */
    int find(String teacher) {
        return numbers.getOrDefault(teacher, NONE);
    }

    /** The number of a teacher who votes on one more open question. */
    int use(String teacher) {
        int number = numbers.computeIfAbsent(teacher, this::add);
        uses.set(number, uses.get(number) + 1);
        return number;
    }

    private int add(String teacher) {
        int number = free.nextSetBit(0);
        if (number < 0) {
            teachers.add(teacher);
            uses.add(0);
            return teachers.size() - 1;
        }
        free.clear(number);
        teachers.set(number, teacher);
        return number;
    }

    /** Takes back the uses by the voters of a question that is not open any more. */
    void release(BitSet voters) {
        voters.stream().forEach(number -> {
            uses.set(number, uses.get(number) - 1);
            if (uses.get(number) == 0) {
                numbers.remove(teachers.get(number));
                free.set(number);
            }
        });
    }

    /** How many teachers have a number. */
    int size() {
        return numbers.size();
    }

    /** Writes the teachers in the order of their numbers, with an empty text for a free number. */
    void write(DataOutput out) throws IOException {
        out.writeInt(teachers.size());
        for (int number = 0; number < teachers.size(); number++) {
            DataFields.writeText(free.get(number) ? "" : teachers.get(number), out);
        }
    }

    /** Reads what {@link #write} has written. Each question's voters must then be passed to {@link #restore}. */
    void read(DataInput in) throws IOException {
        for (int number = 0, size = in.readInt(); number < size; number++) {
            String teacher = DataFields.readText(in);
            teachers.add(teacher);
            uses.add(0);
            if (teacher.isEmpty()) {
                free.set(number);
            } else {
                numbers.put(teacher, number);
            }
        }
    }

    /** Counts the uses by the voters of a restored question. */
    void restore(BitSet voters) {
        voters.stream().forEach(number -> uses.set(number, uses.get(number) + 1));
    }
}
