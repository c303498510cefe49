"""A new password by the code that a host has given: once, within a day."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters

from ferrovia.table.host.acts import owner_of_code
from ferrovia.table.recovery.account_codes import forget_everywhere


@sensitive_post_parameters("password")
def new_password(request: HttpRequest, code: str) -> HttpResponse:
    """Whoever has the code chooses; every browser of theirs is forgotten, in case another had the old password."""
    user = owner_of_code(code)
    if user is None:
        return render(request, "account/new_password.html", {"owner": None, "faults": []}, status=404)
    faults: list[str] = []
    if request.method == "POST":
        password = request.POST.get("password", "")
        try:
            validate_password(password, user)
        except ValidationError as error:
            faults = error.messages
        else:
            with transaction.atomic():
                user.set_password(password)
                user.save(update_fields=["password"])
                forget_everywhere(user)
            return redirect("account_login")
    context = {"owner": user.get_username(), "faults": faults}
    response = render(request, "account/new_password.html", context, status=409 if faults else 200)
    response["Referrer-Policy"] = "no-referrer"
    return response
