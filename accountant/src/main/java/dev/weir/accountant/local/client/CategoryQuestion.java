package dev.weir.accountant.local.client;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.HadamardResponse;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * A question with declared options, one of which is the answer.
 *
 * <p><b>Guarantee.</b> That of the mechanism: {@link dev.weir.accountant.local.LocalMechanism}. Declare an option for
 * people without an answer, such as {@code none}, and let them send it: that somebody reports is visible.
 *
 * @param name the question's name
 * @param options texts without line breaks and unpaired surrogates, all different, at least two; their order is part of the question
 * @param mechanism the mechanism, of as many options
 */
public record CategoryQuestion(String name, List<String> options, CategoryResponse mechanism) implements Question {

    private static final int MOST_IN_SUBSETS = 1024;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public CategoryQuestion {
        LocalReport.requireName(name);
        options = List.copyOf(options);
        Require.that(options.size() == mechanism.options(), "options", "as many as the mechanism's", options.size());
        Require.that(new HashSet<>(options).size() == options.size(), "options", "all different", "two equal ones");
        boolean areLines = options.stream().allMatch(CategoryQuestion::isLine);
        Require.that(areLines, "options", "texts without line breaks and unpaired surrogates", "another text");
    }

    /** Whether a text is one line, and different from any other in UTF-8, where all unpaired surrogates look the same. */
    private static boolean isLine(String option) {
        return !option.contains("\n") && StandardCharsets.UTF_8.newEncoder().canEncode(option);
    }

    /**
     * The question with the mechanism that suits it: subset selection up to 1024 options, Hadamard response above.
     *
     * @param name the question's name
     * @param options texts without line breaks and unpaired surrogates, all different, at least two; their order is part of the question
     * @param epsilon the privacy loss of one report, in nats, from 1e-9 to 16
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static CategoryQuestion of(String name, List<String> options, BigDecimal epsilon) {
        CategoryResponse mechanism = options.size() <= MOST_IN_SUBSETS
                ? SubsetResponse.of(options.size(), epsilon)
                : HadamardResponse.of(options.size(), epsilon);
        return new CategoryQuestion(name, options, mechanism);
    }

    @Override
    public String id() {
        return MechanismId.of(Stream.concat(Stream.of(mechanism.description()), options.stream())
                .toList());
    }

    /**
     * Draws the report of an answer. Store it before it is sent: a second draw costs &epsilon; again.
     *
     * @param option the answer
     * @param period the period that it is about, counted from the epoch
     * @param randomness the source of the random bits; a {@link dev.weir.accountant.noise.KeyStream} outside of tests
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code option} is none of the options; it is not shown
     */
    public LocalReport report(String option, long period, Randomness randomness) {
        byte[] bytes = mechanism.report(number(option), randomness);
        return new LocalReport(name, id(), period, LocalReport.body(bytes));
    }

    /**
     * The number of an option, from 0.
     *
     * @param option the answer
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code option} is none of the options; it is not shown
     */
    public int number(String option) {
        int number = options.indexOf(option);
        if (number < 0) {
            throw InvalidParameter.withoutValue("option", "one of the question's options");
        }
        return number;
    }
}
