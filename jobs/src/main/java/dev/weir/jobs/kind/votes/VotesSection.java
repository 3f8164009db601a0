package dev.weir.jobs.kind.votes;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.vote.VoteTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the section {@code votes}: the fields of a vote, who votes, and when a question closes. */
final class VotesSection {

    private static final int MOST_TEACHERS = 1_000_000;

    private static final Field<Integer> VERSION = Field.of(
            "version",
            Literals.count(Integer.MAX_VALUE),
            "goes up whenever `mechanism`, `labels`, `teachers` or `close` changes; part of every id; by default 1. What was asked"
                    + " and spent is never forgotten");

    private static final Field<String> QUESTION = Field.of(
                    "question", Literals.TEXT, "the field of a vote with the id of its question")
            .required();

    /** The field that names the field of the teacher's id. */
    static final Field<String> TEACHER = Field.of(
                    "teacher",
                    Literals.TEXT,
                    "the field of a vote with the id of its teacher, of which nobody else may write votes")
            .required();

    private static final Field<String> LABEL = Field.of(
                    "label",
                    Literals.TEXT,
                    "the field of a vote with the label; a label that is missing or none of `labels` is an abstention")
            .required();

    /** The field with the number of teachers. */
    static final Field<Integer> TEACHERS = Field.of(
                    "teachers",
                    Literals.count(MOST_TEACHERS),
                    "how many teachers there are, each trained on records of its own")
            .required();

    private static final Field<List<String>> LABELS = Field.of(
                    "labels",
                    ListType.of(Literals.TEXT),
                    "the labels, two or more: the first of several with equal noisy votes wins")
            .required();

    /** The field with the number of votes at which a question closes. */
    static final Field<Integer> VOTES = Field.of(
            "votes",
            Literals.count(MOST_TEACHERS),
            "a question closes with so many votes, abstentions included; by default `teachers`");

    private static final Field<Duration> WAIT = Field.of(
                    "wait",
                    Literals.duration(Duration.ofMillis(1), Duration.ofDays(3660)),
                    "or so long after its time, whichever comes first; later votes are `LATE`")
            .required();

    /** When a question closes. */
    static final Field<Section> CLOSE = Field.of(
                    "close", MapType.of(Shape.of(VOTES, WAIT)), "when a question closes, and is asked")
            .required();

    /** The section {@code votes} of a pipeline file. */
    static final Field<Section> SECTION = Field.of(
                    "votes",
                    MapType.of(Shape.of(VERSION, QUESTION, TEACHER, LABEL, TEACHERS, LABELS, CLOSE)),
                    "what a vote is, and who votes")
            .required();

    private final Section section;
    private final int before;
    private final String question;
    private final String teacher;
    private final String label;

    /**
     * Reads the fields of a vote.
     *
     * @param root the whole file
     */
    VotesSection(Section root) {
        section = root.section(SECTION);
        before = section.problemsSoFar();
        question = section.read(QUESTION, "question");
        teacher = section.read(TEACHER, "teacher");
        label = section.read(LABEL, "label");
        if (section.isSound(before)) {
            requireOther(LABEL, label, teacher);
            requireOther(LABEL, label, question);
            requireOther(TEACHER, teacher, question);
            if (MessageFields.isOne(label)) {
                // a key or a header that cannot be read would make its record a dead letter, and a key chooses the
                // partition
                section.problem(LABEL, "must be a field of the record's value");
            }
        }
    }

    /** Notes a problem if the label is also the time of a vote, on which depends whether and when it counts. */
    void checkTime(String time) {
        if (section.has(LABEL)) {
            requireOther(LABEL, label, time);
        }
    }

    private void requireOther(Field<String> field, String name, String other) {
        if (name.equals(other)) {
            section.problem(field, "must be another field than " + other);
        }
    }

    /**
     * Reads the rest of the section and returns the terms; empty if a problem has been noted.
     *
     * @param name the name of the vote
     * @param mechanism how winners are drawn, if it could be read
     * @param budget what one teacher may lose, if it could be read
     */
    Optional<VoteTerms> terms(String name, Optional<VoteMechanism> mechanism, Optional<Budget> budget) {
        int version = section.read(VERSION, 1);
        int teachers = section.read(TEACHERS, 1);
        List<String> labels = section.read(LABELS, List.of("", ""));
        Section close = section.section(CLOSE);
        int votes = close.read(VOTES, teachers);
        Duration wait = close.read(WAIT, Duration.ofDays(1));
        close.finish();
        section.finish();
        if (section.isSound(before) && votes > teachers) {
            close.problem(VOTES, "must be at most votes.teachers, was " + votes);
        }
        if (!section.isSound(before) || mechanism.isEmpty() || budget.isEmpty()) {
            return Optional.empty();
        }
        try {
            VoteTerms.Close when = new VoteTerms.Close(votes, wait);
            return Optional.of(new VoteTerms(name, version, mechanism.get(), labels, teachers, when, budget.get()));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }

    String question() {
        return question;
    }

    String teacher() {
        return teacher;
    }

    String label() {
        return label;
    }

    /** Notes a problem for each field of a vote that is none of the columns, if these are known. */
    void checkColumns(List<String> columns) {
        if (!columns.isEmpty()) {
            for (Field<String> field : List.of(QUESTION, TEACHER, LABEL)) {
                section.find(field)
                        .filter(name -> !MessageFields.isOne(name) && !columns.contains(name))
                        .ifPresent(name ->
                                section.problem(field, "must be one of the columns " + columns + ", was " + name));
            }
        }
    }
}
