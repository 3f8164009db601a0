package dev.weir.sql.catalog;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.settings.InvalidPipeline;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.factories.CatalogFactory;
import org.apache.flink.table.factories.FactoryUtil;

/**
 * Creates catalogs of type {@code weir}: {@code CREATE CATALOG rides WITH ('type' = 'weir', 'pipeline' = 'rides.sql')}. The pipeline file is
 * read for its public facts; the file of the pipeline's own client properties is not opened.
 */
public final class WeirCatalogFactory implements CatalogFactory {

    /** The type of the catalog. */
    static final String NAME = "weir";

    private static final String PROPERTIES = "properties.";
    private static final String BROKERS = PROPERTIES + "bootstrap.servers";

    private static final ConfigOption<List<String>> PIPELINE = ConfigOptions.key("pipeline")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription("the pipeline file, or the files of a script, the owner's first");

    private static final ConfigOption<String> PROPERTIES_FILE = ConfigOptions.key("properties-file")
            .stringType()
            .noDefaultValue()
            .withDescription("client properties of the reader's own, passwords included");

    @Override
    public String factoryIdentifier() {
        return NAME;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(PIPELINE);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(PROPERTIES_FILE, FactoryUtil.PROPERTY_VERSION);
    }

    @Override
    public Catalog createCatalog(Context context) {
        FactoryUtil.CatalogFactoryHelper helper = FactoryUtil.createCatalogFactoryHelper(this, context);
        helper.validateExcept(PROPERTIES);
        ReadableConfig options = helper.getOptions();
        List<Path> files = options.get(PIPELINE).stream().map(Path::of).toList();
        Pipeline pipeline = pipeline(files);
        Map<String, String> client = new HashMap<>();
        options.getOptional(PROPERTIES_FILE).ifPresent(file -> client.putAll(properties(Path.of(file))));
        context.getOptions().forEach((name, value) -> {
            if (name.startsWith(PROPERTIES)) {
                client.put(name, value);
            }
        });
        client.computeIfAbsent(BROKERS, none -> brokers(pipeline));
        PipelineTables tables =
                new PipelineTables(pipeline, String.valueOf(files.get(0).getFileName()));
        return new WeirCatalog(context.getName(), tables, new CatalogSources(tables, client));
    }

    private static Pipeline pipeline(List<Path> files) {
        Pipeline pipeline;
        try {
            pipeline = PipelineFile.read(files, List.of(), Pipeline.Purpose.EXPLAIN)
                    .pipeline();
        } catch (InvalidPipeline e) {
            throw new ValidationException(e.getMessage());
        }
        String kind = pipeline.terms().kind();
        if (!kind.equals(Pipeline.AGGREGATE)) {
            throw new ValidationException("'pipeline': must be one of kind " + Pipeline.AGGREGATE + ", was " + kind);
        }
        return pipeline;
    }

    private static String brokers(Pipeline pipeline) {
        String brokers = pipeline.source().kafka().brokers();
        if (brokers.isEmpty()) {
            throw new ValidationException("'" + BROKERS + "': must be given, for the pipeline names no brokers");
        }
        return brokers;
    }

    /** Reads client properties. No message shows what the file holds. */
    private static Map<String, String> properties(Path file) {
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            read.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new ValidationException("'properties-file': must be a readable properties file in UTF-8");
        }
        Map<String, String> properties = new HashMap<>();
        read.stringPropertyNames().forEach(name -> properties.put(PROPERTIES + name, read.getProperty(name)));
        return properties;
    }
}
