package dev.weir.accountant.compose;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parser of the recipe language: {@code name(param=value,...)*count} joined by {@code +}, as in {@code
 * gaussian(sigma=8.0)*10+pure(eps=0.05)*4}. The count may be left out; spaces do not matter.
 *
 * <p>{@code gaussian(sigma)}, {@code laplace(b)}, {@code dlaplace(a)}, {@code dgauss(sigma)}, {@code rr(p,buckets)},
 * {@code pure(eps)}, {@code epsdelta(eps,delta)}, {@code expmech(eps)}, {@code subgauss(sigma,q)},
 * {@code sublaplace(b,q)}.
 */
public final class Recipe {

    private static final Pattern TERM = Pattern.compile("([a-z]+)\\(([^()]*)\\)(?:\\*([0-9]+))?");
    private static final Pattern JOIN = Pattern.compile("(?<=[)0-9])\\+(?=[a-z])");

    private static final Map<String, Function<Parameters, PrivacyEvent>> KINDS = Map.of(
            "gaussian", p -> new NoiseEvent.Gaussian(p.number("sigma")),
            "laplace", p -> new NoiseEvent.Laplace(p.number("b")),
            "dlaplace", p -> new NoiseEvent.DiscreteLaplace(p.number("a")),
            "dgauss", p -> new NoiseEvent.DiscreteGaussian(p.number("sigma")),
            "rr", p -> new SingleEvent.RandomizedResponse(p.number("p"), p.whole("buckets")),
            "pure", p -> new SingleEvent.Pure(p.number("eps")),
            "epsdelta", p -> new SingleEvent.Approximate(p.number("eps"), p.number("delta")),
            "expmech", p -> new SingleEvent.ExponentialMechanism(p.number("eps")),
            "subgauss", p -> new Subsampled(new NoiseEvent.Gaussian(p.number("sigma")), p.number("q")),
            "sublaplace", p -> new Subsampled(new NoiseEvent.Laplace(p.number("b")), p.number("q")));

    private Recipe() {}

    /**
     * The event that a recipe describes: the event of its term if it has a single term, otherwise the composition of the
     * events of its terms.
     *
     * @param recipe the recipe, in the language of this class
     * @throws InvalidParameter if the recipe is not valid; the exception names the faulty part and the rule
     */
    public static PrivacyEvent parse(String recipe) {
        List<PrivacyEvent> events = new ArrayList<>();
        for (String term : JOIN.split(recipe.replace(" ", ""), -1)) {
            events.add(term(term));
        }
        return events.size() == 1 ? events.get(0) : new PrivacyEvent.Composition(events);
    }

    private static PrivacyEvent term(String term) {
        Matcher matcher = TERM.matcher(term);
        Require.that(matcher.matches(), "recipe", "name(param=value,...)*count joined by +", term);
        Parameters parameters = Parameters.of(matcher.group(2));
        PrivacyEvent event = kind(matcher.group(1)).apply(parameters);
        parameters.requireUsed(term);
        return matcher.group(3) == null ? event : event.times(count(matcher.group(3)));
    }

    private static Function<Parameters, PrivacyEvent> kind(String name) {
        Function<Parameters, PrivacyEvent> kind = KINDS.get(name);
        if (kind == null) {
            throw new InvalidParameter(
                    "mechanism", "one of " + KINDS.keySet().stream().sorted().toList(), name);
        }
        return kind;
    }

    private static long count(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new InvalidParameter("count", "at most " + Long.MAX_VALUE, digits);
        }
    }

    /** The parameters of one term. Each is removed when it is read. */
    private record Parameters(Map<String, String> values) {

        static Parameters of(String list) {
            Map<String, String> values = new LinkedHashMap<>();
            for (String parameter : list.split(",", -1)) {
                int equals = parameter.indexOf('=');
                if (equals < 1 || values.put(parameter.substring(0, equals), parameter.substring(equals + 1)) != null) {
                    throw new InvalidParameter("parameter", "name=value, once", parameter);
                }
            }
            return new Parameters(values);
        }

        double number(String name) {
            String value = values.remove(name);
            if (value == null) {
                throw new InvalidParameter(name, "a number", missing(name));
            }
            try {
                return Double.parseDouble(value);
            } catch (NumberFormatException e) {
                throw new InvalidParameter(name, "a number", value);
            }
        }

        /** Says that a parameter is missing, and suggests that another one was misspelt. */
        private String missing(String name) {
            return values.isEmpty()
                    ? "missing"
                    : "missing: should " + String.join(", ", values.keySet()) + " be " + name + "?";
        }

        int whole(String name) {
            double value = number(name);
            return (int) Require.holds(value == Math.rint(value) && value <= Integer.MAX_VALUE, name, "whole", value);
        }

        void requireUsed(String term) {
            if (!values.isEmpty()) {
                throw new InvalidParameter(
                        "parameters of " + term, "those of its mechanism", "also " + values.keySet());
            }
        }
    }
}
