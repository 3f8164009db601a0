package dev.weir.jobs.votes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.VoteRule;
import dev.weir.accountant.vote.exact.Votes;
import dev.weir.jobs.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads {@code private/votes.json}. A refusal names the file, the field and the rule, and never a value.
 *
 * <p>The check of a vote compares multiples of the grid's step with the threshold. So it is exactly a Gaussian check without a grid whose threshold is
 * half a step below the first multiple that reaches the threshold.
 */
public final class VoteFileReader {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_TEACHERS = 1_000_000;
    private static final int MOST_BITS = 32;

    private final Path path;

    private VoteFileReader(Path path) {
        this.path = path;
    }

    /**
     * Reads a file.
     *
     * @param path the file
     * @throws CommandFailure if the file is no such file
     * @throws IOException if the file cannot be read
     */
    public static VoteFile read(Path path) throws IOException {
        return new VoteFileReader(path).read();
    }

    private VoteFile read() throws IOException {
        try {
            return file(JSON.readTree(Files.readAllBytes(path)));
        } catch (JsonProcessingException e) {
            throw wrong("the file", "one JSON object"); // the exception's message may quote votes
        }
    }

    private VoteFile file(JsonNode root) {
        int teachers = (int) whole(root, "teachers", 1, MOST_TEACHERS);
        int labels = root.path("labels").size();
        require(root.path("labels").isArray() && labels >= 2, "labels", "a list of at least two labels");
        double step = Math.scalb(1.0, (int) -whole(root, "grid-bits", 0, MOST_BITS));
        JsonNode mechanism = root.path("mechanism");
        boolean isInteractive = mechanism.has("interactive-gnmax");
        double delta = number(root, "delta");
        require(delta > 0 && delta < 1, "delta", "above 0 and below 1");
        VoteRule rule = rule(mechanism, step);
        require(root.path("questions").isArray(), "questions", "a list of questions");
        List<VoteFile.Question> questions = new ArrayList<>();
        for (JsonNode question : root.path("questions")) {
            questions.add(question(question, labels, teachers, isInteractive ? step : 0));
        }
        VoteFile.Promise promise = new VoteFile.Promise(
                positive(root, "rho-budget"), delta, whole(root, "questions-if-all-answered", 1, 1L << 40));
        return new VoteFile(rule, isInteractive, teachers, labels, promise, List.copyOf(questions));
    }

    private VoteRule rule(JsonNode mechanism, double step) {
        try {
            if (mechanism.has("gnmax")) {
                return VoteRule.plain(number(mechanism.path("gnmax"), "sigma"), step);
            }
            boolean isConfident = mechanism.has("confident-gnmax");
            require(
                    isConfident || mechanism.has("interactive-gnmax"),
                    "mechanism",
                    "one of the three of a pipeline file");
            JsonNode terms = mechanism.path(isConfident ? "confident-gnmax" : "interactive-gnmax");
            double threshold = (Math.ceil(number(terms, "threshold") / step) - 0.5) * step;
            return VoteRule.checked(
                    new ConfidentGnMax(threshold, number(terms, "check-sigma"), number(terms, "answer-sigma")), step);
        } catch (InvalidParameter e) {
            throw wrong("mechanism", e.rule());
        }
    }

    /** @param step the step of the grid in votes if the check is about surpluses, else 0 */
    private VoteFile.Question question(JsonNode question, int labels, int teachers, double step) {
        JsonNode counts = question.path("counts");
        require(counts.size() == labels, "counts", "one number for each label");
        double[] votes = wholes(counts, "counts");
        double sum = IntStream.range(0, labels).mapToDouble(i -> votes[i]).sum();
        boolean isPossible = IntStream.range(0, labels).allMatch(i -> votes[i] >= 0) && sum <= teachers;
        require(isPossible, "counts", "numbers of teachers, each of whom has one vote");
        require(question.path("answered").isBoolean(), "answered", "true or false");
        double most =
                IntStream.range(0, labels).mapToDouble(i -> votes[i]).max().orElse(0);
        double compared = step == 0 ? most : step * surplus(question.path("surpluses"), labels);
        return new VoteFile.Question(
                Votes.copyOf(votes), compared, question.path("answered").asBoolean());
    }

    /** The largest surplus, in steps of the grid. */
    private double surplus(JsonNode surpluses, int labels) {
        require(surpluses.size() == labels, "surpluses", "one number for each label, in steps of the grid");
        double[] numbers = wholes(surpluses, "surpluses");
        return IntStream.range(0, labels).mapToDouble(i -> numbers[i]).max().orElse(0);
    }

    private double[] wholes(JsonNode list, String field) {
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            require(list.path(i).isIntegralNumber() && list.path(i).canConvertToLong(), field, "whole numbers");
            numbers[i] = list.path(i).asLong();
        }
        return numbers;
    }

    private long whole(JsonNode node, String field, long least, long most) {
        JsonNode value = node.path(field);
        boolean isIn = value.canConvertToLong()
                && value.isIntegralNumber()
                && value.asLong() >= least
                && value.asLong() <= most;
        require(isIn, field, "a whole number from " + least + " to " + most);
        return value.asLong();
    }

    private double positive(JsonNode node, String field) {
        double value = number(node, field);
        require(value > 0, field, "above 0");
        return value;
    }

    private double number(JsonNode node, String field) {
        require(node.path(field).isNumber(), field, "a number");
        return node.path(field).asDouble();
    }

    private void require(boolean holds, String field, String rule) {
        if (!holds) {
            throw wrong(field, rule);
        }
    }

    private CommandFailure wrong(String field, String rule) {
        return new CommandFailure(CommandFailure.WRONG, path + ": " + field + " must be " + rule);
    }
}
