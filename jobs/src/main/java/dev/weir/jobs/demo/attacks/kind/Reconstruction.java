package dev.weir.jobs.demo.attacks.kind;

import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Laws;
import dev.weir.jobs.demo.attacks.world.View;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.operators.api.Aggregation;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import java.util.List;
import java.util.stream.IntStream;

/** A table of secret bits is computed from the answers to many questions each about half of the people each, by least squares. */
final class Reconstruction extends Attack {

    private static final long serialVersionUID = 1L;
    private static final int PEOPLE = 16;
    private static final int QUESTIONS = 32;

    @Override
    public Laws laws() {
        String size = " --people " + PEOPLE + " --questions " + QUESTIONS;
        return new Laws("reconstruction", "", "--epsilon 1" + size, "--epsilon 1" + size);
    }

    @Override
    public int slots() {
        return PEOPLE;
    }

    /** A record says that a person has the bit, and the person's number. */
    @Override
    public Fact fact(World world, int slot) {
        boolean bit = slot == 0 ? world.bit() : world.random(slot).nextBoolean();
        return bit ? Fact.of(START.toEpochMilli(), world, slot, slot) : Fact.empty(START.toEpochMilli(), world);
    }

    private static boolean asksAbout(int question, long person) {
        return Long.bitCount(question & (person + 1)) % 2 == 0;
    }

    @Override
    public int figures() {
        return QUESTIONS;
    }

    @Override
    public void add(Fact fact, long[] totals) {
        for (int question = 0; question < QUESTIONS; question++) {
            totals[question] += asksAbout(question, fact.numbers()[0]) ? 1 : 0;
        }
    }

    @Override
    public int answers() {
        return 1;
    }

    @Override
    public List<PrivateQuery<Fact>> queries(PrivateStream<Fact> stream, List<String> keys) {
        return IntStream.range(0, QUESTIONS)
                .mapToObj(question -> stream.query(query(question))
                        .where(fact -> asksAbout(question, fact.numbers()[0]))
                        .byDeclaredKey(Fact::key, keys)
                        .every(HOUR)
                        .atMost(1, 1)
                        .aggregate(Aggregation.count("bits"))
                        .spending(1.0 / QUESTIONS, 1))
                .toList();
    }

    @Override
    public boolean guess(View view) {
        double estimate = 0; // least squares, for the first person of the table
        for (int question = 0; question < QUESTIONS; question++) {
            int asked = question;
            double size = IntStream.range(0, PEOPLE)
                    .filter(person -> asksAbout(asked, person))
                    .count();
            double weight = (asksAbout(question, 0) ? 1 : 0) - size / (PEOPLE + 1);
            estimate += 4 * weight * view.mean(question) / QUESTIONS;
        }
        return view.isAbove(Math.rint(estimate * 1e9) / 1e9, 0.5);
    }
}
