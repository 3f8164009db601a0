package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RecipeTest {

    @Test
    void terms_are_joined_by_plus_and_counted_by_a_star() {
        assertThat(Recipe.parse("gaussian(sigma=8.0)*10 + pure(eps=0.05)*4"))
                .isEqualTo(new PrivacyEvent.Composition(
                        List.of(new NoiseEvent.Gaussian(8).times(10), new SingleEvent.Pure(0.05).times(4))));
    }

    @Test
    void exponents_may_have_a_plus() {
        assertThat(Recipe.parse("laplace(b=1e+3)+epsdelta(eps=1,delta=1E-9)"))
                .isEqualTo(new PrivacyEvent.Composition(
                        List.of(new NoiseEvent.Laplace(1000), new SingleEvent.Approximate(1, 1e-9))));
    }

    @Test
    void every_mechanism_has_a_name() {
        assertThat(Recipe.parse("dlaplace(a=1)")).isEqualTo(new NoiseEvent.DiscreteLaplace(1));
        assertThat(Recipe.parse("dgauss(sigma=2)")).isEqualTo(new NoiseEvent.DiscreteGaussian(2));
        assertThat(Recipe.parse("rr(p=.5,buckets=8)")).isEqualTo(new SingleEvent.RandomizedResponse(.5, 8));
        assertThat(Recipe.parse("expmech(eps=1)")).isEqualTo(new SingleEvent.ExponentialMechanism(1));
        assertThat(Recipe.parse("subgauss(q=.1,sigma=1)")).isEqualTo(new Subsampled(new NoiseEvent.Gaussian(1), .1));
        assertThat(Recipe.parse("sublaplace(b=1,q=.1)")).isEqualTo(new Subsampled(new NoiseEvent.Laplace(1), .1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gaussian(sigma=1)*|recipe must be name(param=value,...)*count joined by +, was gaussian(sigma=1)*",
                "gaussian(sigma=1)*0|count must be >= 1, was 0",
                "gaussian(sigma=1)*99999999999999999999|count must be at most 9223372036854775807,"
                        + " was 99999999999999999999",
                "gaussian(sigma=0)|sigma must be between 1e-100 and 1e100, was 0.0",
                "gaussian(sigma=NaN)|sigma must be between 1e-100 and 1e100, was NaN",
                "gaussian(sigm=1)|sigma must be a number, was missing: should sigm be sigma?",
                "subgauss(sigma=1)|q must be a number, was missing",
                "gaussian(sigma=1,b=1)|parameters of gaussian(sigma=1,b=1) must be those of its mechanism, was also [b]",
                "gaussian(sigma=1,sigma=1)|parameter must be name=value, once, was sigma=1",
                "rr(p=0.5,buckets=2.5)|buckets must be whole, was 2.5",
                "rr(p=0.5,buckets=1)|buckets must be >= 2, was 1",
                "laplace(b=-1)|b must be between 1e-100 and 1e100, was -1.0",
                "pure(eps=Infinity)|epsilon must be between 1e-100 and 1e100, was Infinity",
                "epsdelta(eps=1,delta=1)|delta must be >= 0 and below 1, was 1.0",
                "subgauss(sigma=1,q=0)|q must be above 0 and at most 1, was 0.0",
                "sublaplace(b=1,q=1.1)|q must be above 0 and at most 1, was 1.1"
            })
    void what_is_no_recipe_is_refused(String recipe, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Recipe.parse(recipe))
                .withMessage(message);
    }

    @Test
    void an_unknown_mechanism_is_refused_with_the_known_ones() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Recipe.parse("cauchy(b=1)"))
                .withMessageStartingWith("mechanism must be one of [dgauss, dlaplace, epsdelta, expmech, gaussian,")
                .withMessageEndingWith(", was cauchy");
    }
}
