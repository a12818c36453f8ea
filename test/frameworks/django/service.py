"""Shelves with books, by Django REST framework and drf-spectacular: final slashes, a session's cookie and its CSRF token, sqlite.

FAULT names one way in which the service breaks its document; see faults.json. It listens on a free port and prints its address.
"""
import os
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import django
from django.conf import settings

FAULT = os.environ.get("FAULT", "")
settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "file:shelves?mode=memory&cache=shared"}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "rest_framework", "drf_spectacular"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware"],
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    ROOT_URLCONF=__name__,
    SECRET_KEY="not a secret",
    USE_TZ=True,
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
        "PAGE_SIZE": 20,
        "COERCE_DECIMAL_TO_STRING": False,
    },
    SPECTACULAR_SETTINGS={"TITLE": "Shelves", "VERSION": "1.0.0", "OAS_VERSION": "3.1.1", "DESCRIPTION": "Each user sees the own shelves alone.", "SERVE_INCLUDE_SCHEMA": False},
)
django.setup()

from django.contrib.auth import authenticate, login
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.http import HttpResponse, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework import permissions, serializers, viewsets
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.routers import SimpleRouter

GENRES = [("novel", "novel"), ("poems", "poems"), ("science", "science")]


class Shelf(models.Model):
    owner = models.ForeignKey(User, models.CASCADE)
    name = models.CharField(max_length=60)
    note = models.TextField(max_length=2000, blank=True, default="")

    class Meta:
        app_label = "shelves"
        ordering = ["id"]


class Book(models.Model):
    shelf = models.ForeignKey(Shelf, models.CASCADE, related_name="books")
    title = models.CharField(max_length=100)
    genre = models.CharField(max_length=10, choices=GENRES, default="novel")
    pages = models.PositiveSmallIntegerField(default=1)
    lent = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "shelves"
        ordering = ["id"]


class StrictInteger(serializers.IntegerField):
    """Django REST framework takes texts for integers; the document does not."""

    def to_internal_value(self, data):
        if type(data) is not int and FAULT != "pages-as-text":
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    def to_internal_value(self, data):
        if type(data) is not bool and FAULT != "lent-as-text":
            self.fail("invalid", input=data)
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictPages(LimitOffsetPagination):
    """Django REST framework takes the default for what is not an integer; the document says integer."""

    def paginate_queryset(self, queryset, request, view=None):
        for name in [self.limit_query_param, self.offset_query_param]:
            text = request.query_params.get(name, "1")
            if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10):
                raise serializers.ValidationError({name: ["Not an integer."]})
        return super().paginate_queryset(queryset, request, view)


class ShelfSerializer(serializers.ModelSerializer):
    name = StrictText(max_length=60, trim_whitespace=False)
    note = StrictText(max_length=2000, trim_whitespace=False, allow_blank=True, default="")

    class Meta:
        model = Shelf
        fields = ["id", "name", "note"]


class GenreField(serializers.ChoiceField):
    def to_internal_value(self, data):
        if FAULT == "genre-in-any-case" and isinstance(data, str):
            data = data.lower()
        return super().to_internal_value(data)


class BookSerializer(serializers.ModelSerializer):
    title = StrictText(max_length=100, trim_whitespace=False)
    genre = GenreField(choices=GENRES, default="poems" if FAULT == "default-genre" else "novel")
    pages = StrictInteger(min_value=1, max_value=9999, default=1)
    lent = StrictBoolean(default=False)

    class Meta:
        model = Book
        fields = ["id", "title", "genre", "pages", "lent", "created_at"]


class ShelfViewSet(viewsets.ModelViewSet):
    serializer_class = ShelfSerializer
    queryset = Shelf.objects.none()
    pagination_class = StrictPages
    lookup_value_converter = "int"

    def get_queryset(self):
        if FAULT == "any-shelf" and self.action == "retrieve":
            return Shelf.objects.all()
        return Shelf.objects.filter(owner=self.request.user)

    def perform_create(self, serializer):
        note = serializer.validated_data["note"]
        serializer.save(owner=self.request.user, note=note[:255] if FAULT == "note-cut" else note)

    def perform_destroy(self, instance):
        after = self.get_queryset().filter(id__gt=instance.id).first()
        # Django cascades only between models of installed apps, and this file is none.
        instance.books.all().delete()
        instance.delete()
        if FAULT == "deletes-next-shelf" and after is not None:
            after.delete()


GENRE = OpenApiParameter("genre", {"type": "string", "enum": ["novel", "poems", "science"]})
SHELF = OpenApiParameter("shelf_pk", {"type": "integer"}, OpenApiParameter.PATH)


@extend_schema(parameters=[SHELF])
@extend_schema_view(list=extend_schema(parameters=[GENRE]))
class BookViewSet(viewsets.ModelViewSet):
    serializer_class = BookSerializer
    queryset = Book.objects.none()
    pagination_class = StrictPages
    lookup_value_converter = "int"

    def shelf(self):
        from rest_framework.generics import get_object_or_404

        return get_object_or_404(Shelf, pk=self.kwargs["shelf_pk"], owner=self.request.user)

    def get_queryset(self):
        if FAULT == "shelf-ignored" and self.action == "retrieve":
            return Book.objects.filter(shelf__owner=self.request.user)
        books = self.shelf().books.all()
        genre = self.request.query_params.get("genre")
        if genre is None or self.action != "list":
            return books
        if genre not in dict(GENRES):
            raise serializers.ValidationError({"genre": ["Not a genre."]})
        return books.filter(genre=genre)

    def list(self, request, *args, **kwargs):
        answer = super().list(request, *args, **kwargs)
        if FAULT == "count-of-all":
            answer.data["count"] = self.shelf().books.count()
        if FAULT == "next-names-another-host" and answer.data["next"]:
            answer.data["next"] = answer.data["next"].replace("127.0.0.1", "backend.invalid")
        return answer

    def update(self, request, *args, **kwargs):
        if FAULT == "refused-patch-partly-stored" and isinstance(request.data, dict):
            check = self.get_serializer(self.get_object(), data=request.data, partial=True)
            if not check.is_valid():
                for name in set(request.data) - set(check.errors):
                    part = self.get_serializer(self.get_object(), data={name: request.data[name]}, partial=True)
                    if part.is_valid():
                        part.save()
        return super().update(request, *args, **kwargs)

    def perform_create(self, serializer):
        serializer.save(shelf=self.shelf())


@csrf_protect
@ensure_csrf_cookie
def log_in(request):
    """The page that a browser would see sets the cookie of the CSRF token; only a POST with that token logs in."""
    if request.method == "GET":
        return HttpResponse("A form.", content_type="text/plain")
    user = authenticate(username=request.POST.get("username"), password=request.POST.get("password"))
    if user is None:
        return JsonResponse({"detail": "User and password do not fit."}, status=400)
    login(request, user)
    return HttpResponse(status=204)


router = SimpleRouter(use_regex_path=False)
router.register("shelves", ShelfViewSet, "shelf")
books = SimpleRouter(use_regex_path=False)
books.register("books", BookViewSet, "book")
schema = SpectacularJSONAPIView.as_view(authentication_classes=[], permission_classes=[permissions.AllowAny])
urlpatterns = [
    path("login/", log_in),
    path("schema/", schema),
    path("", include(router.urls)),
    path("shelves/<int:shelf_pk>/", include(books.urls)),
]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        pass


if __name__ == "__main__":
    connection.ensure_connection()
    call_command("migrate", run_syncdb=True, verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Shelf)
        editor.create_model(Book)
    for name in ["ada", "eve"]:
        User.objects.create_user(name, password=f"{name}-secret")
    server = Server(("127.0.0.1", 0), Handler)
    server.set_app(get_wsgi_application())
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
    sys.exit()
