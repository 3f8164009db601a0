package dev.weir.operators.aggregate.regression;

import dev.weir.accountant.learn.spectrum.NoisyCovariance;
import dev.weir.accountant.learn.spectrum.PrincipalComponents;
import dev.weir.accountant.learn.spectrum.PrincipalComponents.Component;
import dev.weir.accountant.learn.spectrum.SymmetricNoise;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The principal components of scaled fields: the directions in which they vary most. They are computed from noisy second moments; with a
 * constant among the features about the means, else about the middles of the ranges.
 *
 * <p><b>Guarantee.</b> The guarantee is that of {@code Products}. The components are post-processing of the noisy products.
 *
 * <p><b>Error.</b> {@link SymmetricNoise} bounds the spectral norm of the noise with probability 0.95; {@link PrincipalComponents} bounds
 * what it moves eigenvalues and directions by. Each row states these bounds, and the card that of the norm. If exact moments are revealed,
 * the bounds are 0.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param components how many components are released, from 1 to the number of features without the constant
 * @param records the features, without a label
 */
public record Pca(String name, BigDecimal weight, int components, RecordVector records) implements SpectralProducts {

    private static final int PCA = 40;

    /** @throws IllegalArgumentException if a component is not as described */
    public Pca {
        Block.requirePositive(weight);
        int most = (int) records.features().stream().filter(Feature::isRead).count();
        if (components < 1 || components > most) {
            throw new IllegalArgumentException(
                    "components must be from 1 to the number of features that are read, which is " + most);
        }
        SpectralProducts.requireNoLabel(records);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, PCA)
                .put(2, name)
                .put(3, weight)
                .put(4, components)
                .put(5, records.identity());
    }

    @Override
    public Pca weighing(BigDecimal other) {
        return new Pca(name, other, components, records);
    }

    /**
     * Returns lists with one element for each component. Eigenvalues are variances of scaled fields, or sums of squares if there is no
     * constant. Everything is null if the noisy moments have no components.
     */
    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        double[][] moments = Products.symmetric(measured, at, words());
        double deviation = deviationOff(stddevs, at);
        int constant = records.features().indexOf(Feature.CONSTANT);
        Optional<NoisyCovariance> covariance = constant < 0
                ? Optional.of(NoisyCovariance.about0(moments, deviation))
                : NoisyCovariance.aboutMeans(moments, constant, deviation);
        Optional<PrincipalComponents> found = covariance.flatMap(each -> PrincipalComponents.of(each, components));
        double step = records.step(0).doubleValue() / RecordVector.STEPS;
        double unit = constant < 0 ? step * step : 1;
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("fields", readNames());
        fields.put("eigenvalues", each(found, component -> Estimate.decimal(component.value() * unit)));
        fields.put("error95", each(found, component -> Estimate.printed(component.error() * unit)));
        fields.put("share", each(found, component -> Estimate.printed(component.share())));
        fields.put("directions", directions(found));
        fields.put("sine95", each(found, component -> Estimate.printed(component.sine())));
        fields.put(
                "subspace-sine95",
                found.map(each -> Estimate.printed(each.subspaceSine())).orElse(null));
        return List.of(new Estimate(name, fields));
    }

    private List<@Nullable Object> each(Optional<PrincipalComponents> found, Function<Component, Object> number) {
        return found.<List<@Nullable Object>>map(all ->
                        new ArrayList<>(all.components().stream().map(number).toList()))
                .orElseGet(() -> Collections.nCopies(components, null));
    }

    private @Nullable List<List<BigDecimal>> directions(Optional<PrincipalComponents> found) {
        return found.map(each -> each.components().stream().map(Pca::elements).toList())
                .orElse(null);
    }

    private static List<BigDecimal> elements(Component component) {
        List<BigDecimal> elements = new ArrayList<>();
        for (double element : component.direction()) {
            elements.add(Estimate.decimal(element));
        }
        return elements;
    }

    @Override
    public List<Expectation> expectations() {
        return List.of(
                Expectation.none(
                        name,
                        "it has no error that is known beforehand: those of eigenvalues and directions follow from the released moments, and each row bounds them"));
    }
}
