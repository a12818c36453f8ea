package service;

import static java.lang.annotation.RetentionPolicy.RUNTIME;
import static org.springframework.http.HttpStatus.CREATED;
import static org.springframework.http.HttpStatus.NOT_FOUND;
import static org.springframework.http.HttpStatus.NO_CONTENT;
import static org.springframework.http.HttpStatus.UNAUTHORIZED;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeIn;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Accounts with transfers, by Spring Boot and springdoc: a key in a header, PUT, pages by number, problems of RFC 9457, in memory.
 *
 * FAULT names one way in which the service breaks its document; see faults.json. It listens on a free port and prints its address.
 */
@SpringBootApplication
@OpenAPIDefinition(info = @Info(title = "Accounts", version = "1", description = "Each key sees its own accounts alone."), security = @SecurityRequirement(name = "key"))
@SecurityScheme(name = "key", type = SecuritySchemeType.APIKEY, in = SecuritySchemeIn.HEADER, paramName = "X-Key")
public class Service {
  static final String FAULT = System.getenv().getOrDefault("FAULT", "");

  public static void main(String[] arguments) {
    SpringApplication.run(Service.class, arguments);
  }

  @EventListener
  void started(ServletWebServerInitializedEvent event) {
    System.out.println("http://127.0.0.1:" + event.getWebServer().getPort());
  }

  /** Jackson takes texts for numbers and booleans, and the other way round; the document does not. */
  @Bean
  Jackson2ObjectMapperBuilderCustomizer strict() {
    return builder -> builder.postConfigurer(mapper -> {
      if (!FAULT.equals("types-coerced"))
        for (LogicalType type : List.of(LogicalType.Integer, LogicalType.Boolean, LogicalType.Textual))
          for (CoercionInputShape shape : CoercionInputShape.values())
            if (shape != CoercionInputShape.EmptyArray && shape != CoercionInputShape.EmptyObject && !fits(type, shape))
              mapper.coercionConfigFor(type).setCoercion(shape, CoercionAction.Fail);
      if (FAULT.equals("currency-in-any-case")) mapper.setConfig(mapper.getDeserializationConfig().with(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS));
      mapper.coercionConfigFor(LogicalType.Enum).setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
    });
  }

  private static boolean fits(LogicalType type, CoercionInputShape shape) {
    return switch (type) {
      case Integer -> shape == CoercionInputShape.Integer;
      case Boolean -> shape == CoercionInputShape.Boolean;
      default -> shape == CoercionInputShape.String || shape == CoercionInputShape.EmptyString;
    };
  }

  enum Currency { EUR, PLN, USD }

  record AccountBody(
      @NotNull @Size(min = 1, max = 40) String name,
      @NotNull Currency currency,
      @NotNull @Size(max = 1500) String note,
      @NotNull Boolean closed,
      @NotNull @Size(max = 5) List<@NotNull @Size(min = 1, max = 10) String> tags) {}

  record Account(long id, String name, Currency currency, String note, boolean closed, List<String> tags) {}

  record TransferBody(@NotNull @Size(min = 1, max = 60) String to, @NotNull @Min(1) @Max(1000000) Integer cents) {}

  record Transfer(long id, String to, int cents) {}

  record AccountPage(long total, List<Account> items) {}

  /** As RFC 9457 has it; the schema of Spring's own ProblemDetail takes `instance` for an absolute URI. */
  record Problem(@NotNull String type, @NotNull String title, @NotNull Integer status, String detail, String instance) {}

  record TransferPage(long total, List<Transfer> items) {}

  /** What a key has. */
  static final class Tenant {
    final NavigableMap<Long, Account> accounts = new ConcurrentSkipListMap<>();
    final Map<Long, NavigableMap<Long, Transfer>> transfers = new ConcurrentSkipListMap<>();
    final Map<Long, Account> gone = new ConcurrentSkipListMap<>();
  }

  static final Map<String, Tenant> TENANTS = Map.of("ada-key", new Tenant(), "eve-key", new Tenant());
  static final AtomicLong LAST_ID = new AtomicLong();

  static <Item> List<Item> cut(List<Item> items, int page, int size, Predicate<Item> matches) {
    List<Item> found = FAULT.equals("filter-after-page") ? items : items.stream().filter(matches).toList();
    return found.stream().skip((long) (page - 1) * size).limit(size).filter(matches).toList();
  }

  static ResponseStatusException missing() {
    return new ResponseStatusException(NOT_FOUND);
  }

  static Account made(Tenant tenant, long id, AccountBody body) {
    List<String> tags = FAULT.equals("tags-without-twins") ? body.tags().stream().distinct().toList() : body.tags();
    String note = FAULT.equals("note-cut") && body.note().length() > 200 ? body.note().substring(0, 200) : body.note();
    Account account = new Account(id, body.name(), body.currency(), note, body.closed(), tags);
    tenant.accounts.put(id, account);
    return account;
  }

  /** A problem of RFC 9457, as the document has them. */
  @Retention(RUNTIME)
  @ApiResponse(responseCode = "400", content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
  @ApiResponse(responseCode = "401", content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
  @interface Refusing {}

  @Retention(RUNTIME)
  @ApiResponse(responseCode = "404", content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
  @interface Finding {}

  @Retention(RUNTIME)
  @ApiResponse(responseCode = "415", content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
  @interface Reading {}

  @RestController
  static class Accounts {
    @ModelAttribute
    void authenticate(HttpServletRequest request, HttpServletResponse response) {
      String key = String.valueOf(request.getHeader("X-Key"));
      Tenant tenant = TENANTS.get(FAULT.equals("key-with-suffix") && key.length() > 7 ? key.substring(0, 7) : key);
      if (tenant == null) {
        response.setHeader("WWW-Authenticate", "Key");
        throw new ResponseStatusException(UNAUTHORIZED);
      }
      request.setAttribute("tenant", tenant);
    }

    @Refusing
    @ApiResponse(responseCode = "200", useReturnTypeSchema = true)
    @GetMapping("/accounts")
    AccountPage listAccounts(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @RequestParam(defaultValue = "1") @Min(1) @Max(1000000) int page,
        @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size, @RequestParam(required = false) Currency currency) {
      List<Account> all = new ArrayList<>(tenant.accounts.values());
      Predicate<Account> matches = account -> currency == null || account.currency() == currency;
      long total = FAULT.equals("total-of-all") ? all.size() : all.stream().filter(matches).count();
      return new AccountPage(total, cut(all, page, size, matches));
    }

    @Refusing @Reading
    @ApiResponse(responseCode = "201", useReturnTypeSchema = true)
    @ResponseStatus(CREATED)
    @PostMapping("/accounts")
    Account createAccount(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @Valid @RequestBody AccountBody body) {
      return made(tenant, LAST_ID.incrementAndGet(), body);
    }

    @Refusing @Finding
    @ApiResponse(responseCode = "200", useReturnTypeSchema = true)
    @GetMapping("/accounts/{accountId}")
    Account getAccount(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @PathVariable long accountId) {
      return Optional.ofNullable(tenant.accounts.get(accountId)).orElseThrow(Service::missing);
    }

    @Refusing @Finding @Reading
    @ApiResponse(responseCode = "200", useReturnTypeSchema = true)
    @PutMapping("/accounts/{accountId}")
    Account replaceAccount(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @PathVariable long accountId, @Valid @RequestBody AccountBody body) {
      boolean revived = FAULT.equals("put-revives-account") && tenant.gone.containsKey(accountId);
      if (!tenant.accounts.containsKey(accountId) && !revived) throw missing();
      return made(tenant, accountId, body);
    }

    @Refusing @Finding
    @ApiResponse(responseCode = "204")
    @ResponseStatus(NO_CONTENT)
    @DeleteMapping("/accounts/{accountId}")
    void deleteAccount(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @PathVariable long accountId) {
      Account account = getAccount(tenant, accountId);
      Long next = tenant.accounts.higherKey(accountId);
      tenant.accounts.remove(accountId);
      tenant.transfers.remove(accountId);
      tenant.gone.put(accountId, account);
      if (FAULT.equals("deletes-next-account") && next != null) tenant.accounts.remove(next);
    }

    static NavigableMap<Long, Transfer> transfersOf(Tenant tenant, long accountId) {
      if (!tenant.accounts.containsKey(accountId)) throw missing();
      return tenant.transfers.computeIfAbsent(accountId, id -> new ConcurrentSkipListMap<>());
    }

    @Refusing @Finding
    @ApiResponse(responseCode = "200", useReturnTypeSchema = true)
    @GetMapping("/accounts/{accountId}/transfers")
    TransferPage listTransfers(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @PathVariable long accountId,
        @RequestParam(defaultValue = "1") @Min(1) @Max(1000000) int page, @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size,
        @RequestParam(required = false) @Min(1) @Max(1000000) Integer least, @RequestParam(required = false) @Min(1) @Max(1000000) Integer most) {
      if (FAULT.equals("least-above-most-500") && least != null && most != null && least > most) throw new IllegalStateException();
      Predicate<Transfer> matches = one -> (least == null || one.cents() >= least) && (most == null || one.cents() <= most);
      List<Transfer> all = new ArrayList<>(transfersOf(tenant, accountId).values());
      return new TransferPage(all.stream().filter(matches).count(), cut(all, page, size, matches));
    }

    @Refusing @Finding @Reading
    @ApiResponse(responseCode = "201", useReturnTypeSchema = true)
    @ResponseStatus(CREATED)
    @PostMapping("/accounts/{accountId}/transfers")
    Transfer createTransfer(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @PathVariable long accountId, @Valid @RequestBody TransferBody body) {
      if (FAULT.equals("astral-500") && body.to().codePoints().anyMatch(point -> point > 0xffff)) throw new IllegalStateException();
      Transfer transfer = new Transfer(LAST_ID.incrementAndGet(), body.to(), body.cents());
      transfersOf(tenant, accountId).put(transfer.id(), transfer);
      return transfer;
    }

    @Refusing @Finding
    @ApiResponse(responseCode = "200", useReturnTypeSchema = true)
    @GetMapping("/accounts/{accountId}/transfers/{transferId}")
    Transfer getTransfer(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @PathVariable long accountId, @PathVariable long transferId) {
      return Optional.ofNullable(transfersOf(tenant, accountId).get(transferId)).orElseThrow(Service::missing);
    }

    @Refusing @Finding
    @ApiResponse(responseCode = "204")
    @ResponseStatus(NO_CONTENT)
    @DeleteMapping("/accounts/{accountId}/transfers/{transferId}")
    void deleteTransfer(@RequestAttribute @Parameter(hidden = true) Tenant tenant, @PathVariable long accountId, @PathVariable long transferId) {
      if (transfersOf(tenant, accountId).remove(transferId) == null) throw missing();
    }
  }
}
