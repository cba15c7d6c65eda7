"""A backend of the twenty core calls, from the specification and docs/openapi.json alone: Python's standard library, in memory.

    python3 server.py [--port N] [--fault NAME]

It prints one line of JSON when it listens: its address, the accounts, and the tokens of its links.
"""

import argparse
import hashlib
import hmac
import json
import math
import random
import re
import secrets
import socket
import struct
import sys
import threading
import time
import unicodedata
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

from faults import FAULTS
from second import SECOND

FAULT = None
ALL = {**FAULTS, **SECOND}
OWNER, STRANGER, PASSWORD = "owner@alder.example", "stranger@birch.example", "Correct-horse-9"
LONGEST_BODY = 1_000_000


def fault(name):
    assert name in ALL
    return FAULT == name


class Refusal(Exception):
    def __init__(self, status, code, message, details=None):
        super().__init__(message)
        self.status, self.code, self.message, self.details = status, code, message, details


def not_found():
    return Refusal(404, "not_found", "There is no such record.")


# ---- What requests may hold -------------------------------------------------------------------------------------

MAIL = re.compile(r"^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$")
DAY = r"\d{4}-\d\d-\d\d"
MOMENT = re.compile(rf"^{DAY}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$")
EVENTS = ["order.completed", "order.tracking_number.assigned", "order.payment_link.created"]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def text(least=0, most=200, lines=False, plain=True):
    def check(value):
        if not isinstance(value, str):
            return "must be text"
        if not least <= len(value.encode("utf-16-le", "surrogatepass")) // 2 <= most:
            return f"must have {least} to {most} characters"
        for sign in value if plain else "":
            if unicodedata.category(sign) in ("Cc", "Cs") and not (lines and sign in "\t\n\r"):
                return "must not have control characters"
        return None

    return check


def mail(value):
    if not isinstance(value, str) or len(value) > 254 or not MAIL.match(value):
        return "must be an email address"
    return None


def token_text(value):
    return None if isinstance(value, str) and re.fullmatch(r"[\w.~-]{1,512}", value, re.ASCII) else "must be a token"


def money(above=None, least=0):
    def check(value):
        if fault("price-as-text") and isinstance(value, str) and re.fullmatch(r"\d+(\.\d\d?)?", value):
            return None
        if not is_number(value):
            return "must be a number"
        if (above is not None and value <= above) or value < least or value > 9999999.99:
            return "is out of range"
        if not fault("third-decimal-rounded") and Decimal(repr(value)) % Decimal("0.01") != 0:
            return "must have at most two decimals"
        return None

    return check


def count(least, most):
    def check(value):
        if not is_number(value) or value != int(value):
            return "must be a whole number"
        return None if least <= value <= most else "is out of range"

    return check


def one_of(*values):
    return lambda value: None if isinstance(value, str) and value in values else "must be one of " + ", ".join(values)


def boolean(value):
    return None if isinstance(value, bool) else "must be true or false"


def date(value):
    if isinstance(value, str) and (re.fullmatch(DAY, value) or MOMENT.match(value)):
        try:
            datetime.strptime(value[:10], "%Y-%m-%d")
            return None
        except ValueError:
            pass
    return "must be a date"


def filters(value):
    if not isinstance(value, dict):
        return "must be an object"
    for key, wanted in value.items():
        if len(key) > 60 or not (isinstance(wanted, bool) or is_number(wanted) or (isinstance(wanted, str) and len(wanted) <= 200)):
            return "must hold text, numbers, true or false"
    return None


ID = text(1, 200, plain=False)
NAME = text(1, 120)
NEW_PASSWORD = text(8, 128)
LOGIN = {"email": mail, "password": text(1, 128, plain=False)}
PROFILE = {"name": NAME, "email": mail, "organizationName": NAME}
CAMPAIGN = {
    "name": text(1, 200),
    "category": text(1, 100),
    "status": one_of("active", "completed"),
    "startDate": date,
    "endDate": date,
    "termsOfService": text(0, 20000, lines=True),
    "mustAgreeToTerms": boolean,
    "internalNote": text(0, 5000, lines=True),
}
OFFER = {
    "displayName": text(1, 200),
    "quantity": count(0, 9999999),
    "basePrice": money(above=0),
    "minPrice": money(),
    "maxPrice": money(),
    "maxQuantity": count(0, 9999999),
    "shipPrice": money(),
}
OFFER_CREATE = {**OFFER, "organizationId": ID, "productId": ID, "gatewayInstanceId": ID, "quantity": count(1, 9999999)}
RESPONDER = {
    "subject": text(1, 200),
    "body": text(1, 100000, lines=True),
    "pluginInstanceId": ID,
    "event": one_of(*EVENTS),
    "from": mail,
}
RESOURCES = ["offers", "products", "campaigns", "customers", "orders", "fulfillments", "transactions"]
SEARCH = {
    "organizationId": ID,
    "resource": one_of(*RESOURCES),
    "limit": count(1, 100),
    "page": count(1, 1000000),
    "sortBy": text(1, 60, plain=False),
    "sortOrder": one_of("asc", "desc"),
    "q": text(0, 200),
    "filters": filters,
}


def read(body, fields, required=(), at_least_one=False, place="body"):
    """The known fields of a body; a Refusal names every one that is wrong."""
    if not isinstance(body, dict):
        raise Refusal(422, "validation_failed", "The body must be an object.", [{"path": place, "message": "must be an object"}])
    wrong = [{"path": f"{place}.{name}", "message": "is required"} for name in required if name not in body]
    known = {name: body[name] for name in fields if name in body}
    for name, value in known.items():
        reason = fields[name](value)
        if reason:
            wrong.append({"path": f"{place}.{name}", "message": reason})
    if at_least_one and not known:
        wrong.append({"path": place, "message": "No update fields provided"})
    if wrong:
        raise Refusal(422, "validation_failed", f"{wrong[0]['path']} {wrong[0]['message']}", wrong)
    return known


# ---- What is stored ---------------------------------------------------------------------------------------------

lock = threading.RLock()
tables = {name: {} for name in ["users", "organizations", "gateways", "plugins", "responders", *RESOURCES]}
sessions, mailed, links = {}, {}, {}
deleted_offers, first_offers, written_at = {}, {}, {}


def now():
    moment = datetime.now(timezone.utc)
    if fault("moment-without-zone"):
        return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def new_id():
    return secrets.token_hex(12)


def hashed(password, salt):
    if fault("password-eight"):
        password = password[:8]
    if fault("password-any-case"):
        password = password.lower()
    return hashlib.pbkdf2_hmac("sha256", password.encode("utf-8", "surrogatepass"), salt, 1000)


def stored_money(value):
    value = float(value)
    if fault("prices-truncated"):
        return int(value * 100) / 100
    if fault("price-float32"):
        return struct.unpack("f", struct.pack("f", value))[0]
    return round(value, 2)


def stored_text(value):
    if fault("texts-escaped"):
        value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if fault("numbers-in-texts") and re.fullmatch(r"\d+(\.\d+)?", value):
        value = f"{float(value):g}"
    if fault("names-cut") and "\n" not in value and "<" not in value:
        value = value[:100]
    return re.sub("[\U00010000-\U0010ffff]", "?", value) if fault("emoji-lost") else value


def insert(table, record, organization=None):
    record = {"id": new_id(), **record}
    tables[table][record["id"]] = record
    owners[record["id"]] = organization
    return record


owners = {}  # record id -> organization id


def add_user(email, password, name, organizations):
    salt = secrets.token_bytes(16)
    user = insert("users", {"email": email, "name": name, "salt": salt, "hash": hashed(password, salt), "organizations": organizations})
    return user


def seed():
    alder, annex, birch = [insert("organizations", {"name": name})["id"] for name in ("Alder Trading", "Alder Annex", "Birch House")]
    add_user(OWNER, PASSWORD, "Olive Owner", [alder, annex])
    add_user(STRANGER, PASSWORD, "Stan Stranger", [birch])
    for organization, prefix, campaigns, products in ((alder, "Alder", 3, 23), (annex, "Annex", 2, 4), (birch, "Birch", 2, 5)):
        past = datetime.now(timezone.utc) - timedelta(days=40)

        def moment(days):
            return (past + timedelta(days=days, seconds=days * 37)).strftime("%Y-%m-%dT%H:%M:%S.000Z")

        gateways = [insert("gateways", {"displayName": f"{prefix} {kind}"}, organization)["id"] for kind in ("Cards", "Invoice")]
        plugins = [insert("plugins", {"name": f"{prefix} {kind}"}, organization)["id"] for kind in ("Mail", "Post")]
        goods = []
        for n in range(products):
            goods.append(
                insert(
                    "products",
                    {
                        "name": f"{prefix} lamp {n + 1}",
                        "sku": f"{prefix[:2].upper()}-{n + 1:03}",
                        "category": ["Outdoor", "Indoor"][n % 2],
                        "price": [5, 10.5, 100, 20][n % 4] + n,
                        "stock": n * 7 % 120,
                        "status": "active",
                        "createdAt": moment(n / 10),
                        "updatedAt": moment(n / 5),
                    },
                    organization,
                )
            )
        for n in range(campaigns):
            campaign = insert(
                "campaigns",
                {
                    "name": f"{prefix} season {n + 1}",
                    "category": ["Outdoor", "Indoor"][n % 2],
                    "status": ["active", "completed"][n % 2],
                    "type": "phone",
                    "startDate": "2026-03-01",
                    "endDate": "2026-12-31",
                    "termsOfService": "Orders can be returned within 30 days.",
                    "mustAgreeToTerms": n % 2 == 0,
                    "internalNote": "Calls from Tuesday on.",
                    "createdAt": moment(n),
                    "updatedAt": moment(n + 1),
                },
                organization,
            )
            for m in range(4):
                make_offer(organization, campaign["id"], {
                    "displayName": f"{prefix} offer {n + 1}.{m + 1}",
                    "productId": goods[(n * 4 + m) % len(goods)]["id"],
                    "gatewayInstanceId": gateways[m % 2],
                    "quantity": 40 * (m + 1),
                    "basePrice": [9.5, 19.99, 100, 49.9][m],
                    "maxQuantity": 5,
                })  # fmt: skip
            insert("responders", {
                "campaignId": campaign["id"], "from": "orders@alder.example", "event": EVENTS[n % 3], "subject": f"{prefix} mail {n + 1}",
                "body": "<p>Dear {{customer_first_name}}</p>", "pluginInstanceId": plugins[n % 2], "createdAt": now(), "updatedAt": now(),
            }, organization)  # fmt: skip
        for n in range(4):
            customer = insert("customers", {
                "firstName": ["Ada", "Ben", "Cleo", "Dan"][n], "lastName": prefix, "name": f"{['Ada', 'Ben', 'Cleo', 'Dan'][n]} {prefix}",
                "email": f"customer{n}@{prefix.lower()}.example", "phone": f"+1 555 01{n:02}", "createdAt": moment(n), "updatedAt": moment(n),
            }, organization)  # fmt: skip
            order = insert("orders", {
                "number": str(1001 + n), "customerId": customer["id"], "customerName": customer["name"], "campaignId": campaign["id"],
                "subtotal": 20.0 + n, "shippingTotal": 4.5, "total": 24.5 + n, "currency": "USD", "paymentStatus": "unpaid", "status": "open",
                "createdAt": moment(n), "updatedAt": moment(n),
            }, organization)  # fmt: skip
            insert("fulfillments", {"orderId": order["id"], "orderNumber": order["number"], "status": "pending", "carrier": "Post", "createdAt": moment(n)}, organization)
            insert("transactions", {"orderId": order["id"], "orderNumber": order["number"], "type": "charge", "status": "failed", "amount": 24.5 + n, "currency": "USD", "createdAt": moment(n)}, organization)
            for name, hours in (("open", 20), ("ended", -2)):
                token = secrets.token_hex(20)
                links[token] = (order["id"], datetime.now(timezone.utc) + timedelta(hours=hours))
                if organization == alder and n == 0:
                    announced[name] = token
    announced["reset"] = secrets.token_hex(20)
    mailed[announced["reset"]] = ("reset", OWNER)


announced = {}


def shown_date(value):
    return value[:10] if fault("time-of-day-lost") else value


def stored_campaign(changes):
    for name, value in changes.items():
        if isinstance(value, str):
            changes[name] = stored_text(value)
    for name in ("startDate", "endDate"):
        if name in changes:
            if fault("day-before") and re.fullmatch(DAY, changes[name]):
                changes[name] = str((datetime.strptime(changes[name], "%Y-%m-%d") - timedelta(hours=2)).date())
            changes[name] = shown_date(changes[name])
    if fault("note-escaped") and "internalNote" in changes:
        changes["internalNote"] = changes["internalNote"].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if fault("terms-one-line") and "termsOfService" in changes:
        changes["termsOfService"] = re.sub(r"[\r\n]+", " ", changes["termsOfService"])
    if fault("empty-note-ignored") and changes.get("internalNote") == "":
        del changes["internalNote"]
    if fault("false-ignored") and changes.get("mustAgreeToTerms") is False:
        del changes["mustAgreeToTerms"]
    return changes


def stored_offer(fields):
    for name in ("basePrice", "minPrice", "maxPrice", "shipPrice"):
        if fields.get(name) is not None:
            fields[name] = stored_money(fields[name])
    for name in ("quantity", "maxQuantity"):
        if fields.get(name) is not None:
            fields[name] = int(fields[name])
            if fault("quantity-clamped"):
                fields[name] = min(fields[name], 32767)
    if "displayName" in fields:
        fields["displayName"] = stored_text(fields["displayName"])
    if fault("zero-reads-null") and fields.get("shipPrice") == 0:
        fields["shipPrice"] = None
    return fields


def check_range(offer):
    if offer.get("minPrice") is not None and offer.get("maxPrice") is not None and float(offer["maxPrice"]) < float(offer["minPrice"]):
        message = "Max price must be zero or greater and not less than min price"
        raise Refusal(422, "validation_failed", message, [{"path": "body.maxPrice", "message": message}])


def make_offer(organization, campaign, fields):
    offer = {name: None for name in ("basePrice", "shipPrice", "minPrice", "maxPrice", "maxQuantity", "quantity", "gatewayInstanceId")}
    offer.update(stored_offer(fields), campaignId=campaign, quantityPerOrder=1, createdAt=now(), updatedAt=now())
    if fault("no-maximum-is-zero") and offer["maxQuantity"] is None:
        offer["maxQuantity"] = 0
    offer = insert("offers", offer, organization)
    first_offers[offer["id"]] = dict(offer)
    written_at[offer["id"]] = time.monotonic()
    return offer


# ---- The calls --------------------------------------------------------------------------------------------------


def shown_user(user):
    return {
        "id": user["id"],
        "email": user["email"],
        "name": user["name"],
        "organizationName": tables["organizations"][user["organizations"][0]]["name"] if user["organizations"] else None,
    }


def find_user(email):
    return next((user for user in tables["users"].values() if user["email"].lower() == email.lower()), None)


def open_session(user):
    token = secrets.token_hex(32)
    profiles[token] = shown_user(user)
    sessions[token[:16] if fault("token-sixteen") else token] = user["id"]
    return token


profiles = {}


def member(request, organization):
    if organization not in request.user["organizations"]:
        raise not_found()
    return organization


def own(request, table, id):
    record = tables[table].get(id)
    if record is None or owners[id] not in request.user["organizations"]:
        raise not_found()
    return record


def login(request):
    fields = read(request.body, LOGIN, ["email", "password"])
    user = find_user(fields["email"])
    if fault("email-case") and user and user["email"] != fields["email"]:
        user = None
    if user is None and fault("unknown-email-404"):
        raise Refusal(404, "not_found", "There is no such account.")
    if user is None or not hmac.compare_digest(user["hash"], hashed(fields["password"], user["salt"])):
        raise Refusal(401, "unauthorized", "Email or password is wrong.")
    token = open_session(user)
    if fault("token-beside-data"):
        return {"success": True, "message": "Signed in.", "token": token, "data": {"user": shown_user(user)}}
    return {"success": True, "message": "Signed in.", "data": {"token": token, "user": shown_user(user)}}


def me(request):
    if fault("me-first-user"):
        return {"data": shown_user(next(iter(tables["users"].values())))}
    if fault("me-from-token"):
        return {"data": profiles[request.headers["Authorization"].split()[-1]]}
    return {"data": shown_user(request.user)}


def start_reset(request):
    fields = read(request.body, {"email": mail}, ["email"])
    if find_user(fields["email"]):
        mailed[secrets.token_hex(20)] = ("reset", fields["email"])
    return {"success": True, "message": "If there is such an account, a mail is on its way."}


def reset(request):
    fields = read(request.body, {"email": mail, "password": NEW_PASSWORD, "token": token_text}, ["email", "password", "token"])
    user = find_user(fields["email"])
    if not fault("reset-any-token"):
        if mailed.get(fields["token"]) != ("reset", user and user["email"]):
            raise Refusal(422, "token_invalid", "This link is not valid any more.", [{"path": "body.token", "message": "is not valid"}])
        if not fault("reset-token-again"):
            del mailed[fields["token"]]
    if user:
        user["hash"] = hashed(fields["password"], user["salt"])
        for token in [token for token, id in sessions.items() if id == user["id"]]:
            del sessions[token]
    return {"success": True, "message": "Your new password is set."}


def signup(request):
    fields = read(request.body, {"email": mail}, ["email"])
    if not find_user(fields["email"]):
        mailed[secrets.token_hex(20)] = ("signup", fields["email"])
    return {"success": True, "message": "A mail is on its way."}


def complete_signup(request):
    shape = {"password": NEW_PASSWORD, "name": NAME, "organizationName": NAME, "inviteToken": token_text, "token": token_text}
    fields = read(request.body, shape, ["password", "name"])
    if ("token" in fields) == ("inviteToken" in fields):
        raise Refusal(422, "validation_failed", "Either token or inviteToken is needed.", [{"path": "body.token", "message": "is required"}])
    kind, email = mailed.pop(fields.get("token"), (None, None)) if "token" in fields else (None, None)
    if kind != "signup":
        if not fault("signup-any-token"):
            raise Refusal(422, "token_invalid", "This link is not valid any more.", [{"path": "body.token", "message": "is not valid"}])
        email = f"{secrets.token_hex(4)}@new.example"
    organization = insert("organizations", {"name": fields.get("organizationName", fields["name"])})["id"]
    user = add_user(email, fields["password"], fields["name"], [organization])
    return {"success": True, "message": "Welcome.", "data": {"token": open_session(user), "user": shown_user(user)}}


def update_profile(request):
    fields = read(request.body, PROFILE, at_least_one=True)
    user = request.user
    if "email" in fields:
        other = find_user(fields["email"])
        if other and other is not user:
            raise Refusal(409, "conflict", "This address can not be used.")
        user["email"] = fields["email"]
    if fault("profile-replaced") and list(fields) == ["name"]:
        tables["organizations"][user["organizations"][0]]["name"] = ""
    if "organizationName" in fields and not fault("profile-organization-dropped"):
        tables["organizations"][user["organizations"][0]]["name"] = stored_text(fields["organizationName"])
    shown = shown_user(user)
    if "name" in fields:
        shown["name"] = stored_text(fields["name"])
        for changed in tables["users"].values() if fault("profile-everybody") else [user]:
            if not fault("profile-answer-only"):
                changed["name"] = shown["name"]
    shown["organizationName"] = shown_user(user)["organizationName"]
    return {"success": True, "message": "Saved.", "data": {"user": shown}}


def list_organizations(request):
    ids = list(tables["organizations"]) if fault("organizations-all") else request.user["organizations"]
    return {"data": [{"id": id, "name": tables["organizations"][id]["name"]} for id in ids]}


def ongoing_call(request):
    if fault("no-call-404"):
        raise Refusal(404, "not_found", "There is no ongoing call.")
    return {"data": None}


def shown_campaign(campaign, members):
    shown = {**campaign, "offersCount": sum(offer["campaignId"] == campaign["id"] for offer in tables["offers"].values())}
    if members:
        organization = owners[campaign["id"]]
        people = [user for user in tables["users"].values() if organization in user["organizations"]]
        shown["members"] = [{"id": user["id"], "name": user["name"], "email": user["email"]} for user in people]
    return shown


def get_campaign(request, id):
    wanted = read(request.query, {"withMembers": one_of("true", "false")}, place="query").get("withMembers", "true")
    return {"data": shown_campaign(own(request, "campaigns", id), wanted == "true" or fault("members-always"))}


def update_campaign(request, id):
    changes = stored_campaign(read(request.body, CAMPAIGN, at_least_one=True))
    if fault("write-behind-404") and id in tables["campaigns"] and owners[id] not in request.user["organizations"]:
        tables["campaigns"][id].update(changes)
    campaign = own(request, "campaigns", id)
    if fault("completed-is-final") and campaign["status"] == "completed" and changes.get("status") == "active":
        raise Refusal(409, "conflict", "A completed campaign stays completed.")
    before = dict(campaign)
    if fault("dates-replaced") and "endDate" not in changes:
        changes["endDate"] = None
    campaign.update(changes, updatedAt=now())
    return {"data": shown_campaign(before if fault("answer-before-change") else campaign, True)}


def create_offer(request, campaign_id):
    fields = read(request.body, OFFER_CREATE, ["organizationId", "productId", "displayName", "quantity", "basePrice"])
    check_range(fields)
    campaign = own(request, "campaigns", campaign_id)
    organization = member(request, fields.pop("organizationId"))
    wanted = [campaign["id"], fields["productId"], *([fields["gatewayInstanceId"]] if "gatewayInstanceId" in fields else [])]
    for table, id in zip(("campaigns", "products", "gateways"), wanted):
        if id not in tables[table] or owners[id] != organization:
            raise not_found()
    if fault("zero-not-created") and fields.get("maxQuantity") == 0:
        del fields["maxQuantity"]
    if fault("first-gateway-kept") and "gatewayInstanceId" in fields:
        fields["gatewayInstanceId"] = next(id for id in tables["gateways"] if owners[id] == organization)
    if fault("offer-upserted"):
        for other in list(tables["offers"].values()):
            if (other["campaignId"], other["productId"]) == (campaign["id"], fields["productId"]):
                del tables["offers"][other["id"]]
    return {"data": make_offer(organization, campaign["id"], fields)}


def update_offer(request, id):
    changes = read(request.body, OFFER, at_least_one=True)
    if fault("zero-not-updated"):
        changes = {name: value for name, value in changes.items() if value}
    if fault("offer-moved") and request.body.get("campaignId") in tables["campaigns"]:
        changes["campaignId"] = request.body["campaignId"]
    if fault("quantity-zero-refused") and changes.get("quantity") == 0:
        raise Refusal(422, "validation_failed", "Quantity must be greater than zero.", [{"path": "body.quantity", "message": "is out of range"}])
    if fault("deleted-still-changes") and id in deleted_offers and owners[id] in request.user["organizations"]:
        deleted_offers[id].update(stored_offer(changes))
        return {"data": deleted_offers[id]}
    offer = own(request, "offers", id)
    check_range({**offer, **changes})
    changed = {**offer, **stored_offer(changes), "updatedAt": offer["updatedAt"] if fault("never-touched") else now()}
    if fault("lost-update"):
        lock.release()
        time.sleep(0.05)
        lock.acquire()
        if id not in tables["offers"]:
            raise not_found()
    tables["offers"][id] = changed
    if fault("product-price-shared"):
        for other in tables["offers"].values():
            if other["productId"] == offer["productId"]:
                other["basePrice"] = changed["basePrice"]
    written_at[id] = time.monotonic()
    return {"data": changed}


def delete_offer(request, id):
    if fault("foreign-offer-deleted") and id in tables["offers"]:
        del tables["offers"][id]
        return {"success": True, "message": "The offer is deleted."}
    offer = own(request, "offers", id)
    for other in list(tables["offers"].values()):
        twin = fault("twins-deleted") and (other["campaignId"], other["productId"]) == (offer["campaignId"], offer["productId"])
        if other is offer or twin:
            deleted_offers[other["id"]] = tables["offers"].pop(other["id"])
    return {"success": True, "message": "The offer is deleted."}


def listed_of(request, table, foreign):
    organization = read(request.query, {"organizationId": ID}, ["organizationId"], place="query")["organizationId"]
    if not foreign:
        member(request, organization)
    return [record for record in tables[table].values() if owners[record["id"]] == organization]


def list_gateways(request):
    return {"data": listed_of(request, "gateways", fault("gateways-anybody"))}


def list_plugins(request):
    listed = listed_of(request, "plugins", False)
    if fault("plugins-all-own"):
        listed = [record for record in tables["plugins"].values() if owners[record["id"]] in request.user["organizations"]]
    return {"data": [{"instance": record} for record in listed]}


def shown_responder(responder):
    shown = {name: value for name, value in responder.items() if name != "campaignId"}
    plugin = tables["plugins"][responder["pluginInstanceId"]]
    if fault("first-plugin-named"):
        plugin = next(other for other in tables["plugins"].values() if owners[other["id"]] == owners[plugin["id"]])
    return {**shown, "pluginInstance": {"name": plugin["name"]}}


def list_responders(request, campaign_id):
    campaign = own(request, "campaigns", campaign_id)
    return {
        "data": [
            shown_responder(responder)
            for responder in tables["responders"].values()
            if responder["campaignId"] == campaign["id"] or (fault("mails-of-all") and owners[responder["id"]] == owners[campaign["id"]])
        ]
    }


def create_responder(request, campaign_id):
    shape = {**RESPONDER, "event": text(1, 100)} if fault("any-event") else RESPONDER
    fields = read(request.body, shape, list(RESPONDER))
    campaign = own(request, "campaigns", campaign_id)
    plugin = tables["plugins"].get(fields["pluginInstanceId"])
    if plugin is None or owners[plugin["id"]] != owners[campaign["id"]]:
        raise not_found()
    fields = {name: stored_text(value) for name, value in fields.items()}
    if fault("placeholders-emptied"):
        fields["body"] = re.sub(r"\{\{.*?\}\}", "", fields["body"])
    if fault("body-cut"):
        fields["body"] = fields["body"][:65535]
    if fault("responder-replaced"):
        for other in list(tables["responders"].values()):
            if (other["campaignId"], other["event"]) == (campaign["id"], fields["event"]):
                del tables["responders"][other["id"]]
    responder = insert("responders", {"campaignId": campaign["id"], **fields, "createdAt": now(), "updatedAt": now()}, owners[campaign["id"]])
    return {"data": shown_responder(responder)}


def pay(request, token):
    if fault("link-by-prefix") and len(token) >= 8:
        token = next((known for known in links if known.startswith(token)), token)
    order_id, ends = links.get(token, (None, None))
    if order_id is None or ends < datetime.now(timezone.utc):
        raise not_found()
    order = tables["orders"][order_id]
    customer = tables["customers"][order["customerId"]]
    return {
        "id": order["id"], "number": order["number"], "status": order["status"], "currency": order["currency"], "items": [],
        "subtotal": order["subtotal"], "shippingTotal": order["shippingTotal"], "total": order["total"],
        "customer": {"firstName": customer["firstName"], "lastName": customer["lastName"]},
        "createdAt": order["createdAt"], "expiresAt": ends.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }  # fmt: skip


FIELDS = {
    "offers": ["id", "displayName", "basePrice", "shipPrice", "minPrice", "maxPrice", "maxQuantity", "quantity", "quantityPerOrder", "campaignId", "productId", "gatewayInstanceId", "createdAt", "updatedAt"],
    "products": ["id", "name", "sku", "category", "price", "stock", "status", "createdAt", "updatedAt"],
    "campaigns": ["id", "name", "category", "status", "type", "startDate", "endDate", "termsOfService", "mustAgreeToTerms", "internalNote", "createdAt", "updatedAt"],
    "customers": ["id", "name", "firstName", "lastName", "email", "phone", "createdAt", "updatedAt"],
    "orders": ["id", "number", "campaignId", "customerId", "customerName", "subtotal", "shippingTotal", "total", "currency", "paymentStatus", "status", "createdAt", "updatedAt"],
    "fulfillments": ["id", "orderId", "orderNumber", "status", "carrier", "createdAt"],
    "transactions": ["id", "orderId", "orderNumber", "type", "status", "amount", "currency", "createdAt"],
}
SEARCHED = ["displayName", "name", "sku", "category", "email", "phone", "number", "customerName", "orderNumber", "type", "status"]


def same(value, wanted):
    if fault("filter-boolean-never") and isinstance(wanted, bool):
        return False
    return isinstance(value, bool) == isinstance(wanted, bool) and value == wanted


def order_of(value):
    if fault("sort-as-text") and value is not None:
        return (False, str(value))
    return (value is None, 0 if value is None else value.casefold() if isinstance(value, str) else value)


remembered = []


def search(request):
    shape = {**SEARCH, "limit": count(0, 100)} if fault("limit-zero-all") else SEARCH
    fields = read(request.body, shape, ["organizationId", "resource"])
    organization = member(request, fields["organizationId"])
    limit = int(fields.get("limit", (remembered or [10])[-1]))
    if fault("limit-remembered"):
        remembered.append(limit)
    resource, page = fields["resource"], int(fields.get("page", 1))
    known = FIELDS[resource]
    for name in [*fields.get("filters", {}), *([fields["sortBy"]] if "sortBy" in fields else [])]:
        if name not in known:
            raise Refusal(422, "validation_failed", f"{name} is not known.", [{"path": f"body.filters.{name}", "message": "is not known"}])

    q = fields.get("q", "").strip().casefold()
    if fault("q-ascii-only"):
        q = q.encode("ascii", "ignore").decode()
    if fault("q-first-page-only") and page > 1:
        q = ""
    everywhere = fault("q-everywhere") and q
    rows = [row for row in tables[resource].values() if everywhere or owners[row["id"]] == organization]
    deleted = len([row for row in deleted_offers.values() if owners[row["id"]] == organization]) if resource == "offers" else 0
    if resource == "offers" and fault("index-never-updated"):
        rows = [first_offers[row["id"]] for row in rows]
    if resource == "offers" and fault("index-late"):
        rows = [row for row in rows if written_at[row["id"]] < time.monotonic() - 3]
    rows_before = len(rows)
    if q:
        rows = [row for row in rows if any(q in str(row[name]).casefold() for name in SEARCHED if row.get(name) is not None)]
    wanted = fields.get("filters", {})
    if fault("last-filter-only"):
        wanted = dict(list(wanted.items())[-1:])
    if wanted and not (fault("filters-dropped-with-q") and q):
        if fault("filters-or"):
            rows = [row for row in rows if any(same(row.get(name), value) for name, value in wanted.items())]
        else:
            rows = [row for row in rows if all(same(row.get(name), value) for name, value in wanted.items())]

    by, descending = fields.get("sortBy"), fields.get("sortOrder") == "desc"
    if fault("sort-dates-ascending") and by and by.endswith("At"):
        descending = False

    def in_order(some):
        some = sorted(some, key=lambda row: random.random() if fault("ties-shuffled") else row["id"])
        return sorted(some, key=lambda row: order_of(row.get(by)), reverse=descending) if by else some

    if fault("limit-50"):
        limit = min(limit, 50)
    limit = limit or len(rows) or 1
    if fault("page-from-zero"):
        page += 1
    if fault("last-page-repeated"):
        page = min(page, max(1, math.ceil(len(rows) / limit)))
    first = (page - 1) * limit
    if fault("sort-within-page"):
        cut = in_order(sorted(rows, key=lambda row: row["id"])[first : first + limit])
    else:
        cut = in_order(rows)[first : first + limit]
    if fault("total-without-query"):
        rows.extend([{}] * (rows_before - len(rows)) if q else [])
    total = len(rows) + (deleted if fault("total-with-deleted") else 0)
    return {"data": [shown_campaign(row, False) if resource == "campaigns" else row for row in cut], "meta": {"total": total}}


# path -> method -> (call, open to anyone)
ROUTES = [
    (r"/users/login", {"POST": (login, True)}),
    (r"/users/me", {"GET": (me, False)}),
    (r"/users/forgot-password/start", {"POST": (start_reset, True)}),
    (r"/users/forgot-password", {"POST": (reset, True)}),
    (r"/users/signup", {"POST": (signup, True)}),
    (r"/users/signup/complete", {"POST": (complete_signup, True)}),
    (r"/users/update", {"PUT": (update_profile, False)}),
    (r"/organizations", {"GET": (list_organizations, False)}),
    (r"/calls/ongoing/me", {"GET": (ongoing_call, False)}),
    (r"/campaigns/([^/]+)", {"GET": (get_campaign, False), "PUT": (update_campaign, False)}),
    (r"/campaigns/([^/]+)/offers", {"POST": (create_offer, False)}),
    (r"/campaigns/([^/]+)/autoresponders/email", {"GET": (list_responders, False), "POST": (create_responder, False)}),
    (r"/offers/([^/]+)", {"PUT": (update_offer, False), "DELETE": (delete_offer, False)}),
    (r"/gateways/instances", {"GET": (list_gateways, False)}),
    (r"/plugins/installed", {"GET": (list_plugins, False)}),
    (r"/orders/token/([^/]+)", {"GET": (pay, True)}),
    (r"/search", {"POST": (search, False)}),
]
ROUTES = [(re.compile("/api/v1" + path), methods) for path, methods in ROUTES]


def refuse_constant(name):
    raise ValueError(name)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 30

    def log_message(self, *_):
        pass

    def read_body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            raw = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                raw += self.rfile.read(size)
                self.rfile.readline()
                if len(raw) > LONGEST_BODY:
                    self.close_connection = True
                    raise Refusal(413, "too_large", "The body is too large.")
            self.rfile.readline()
            return raw
        length = int(self.headers.get("Content-Length") or 0)
        if length > LONGEST_BODY:
            self.close_connection = True
            left = min(length, 50_000_000)
            while left > 0 and (part := self.rfile.read(min(left, 1 << 16))):
                left -= len(part)
            raise Refusal(413, "too_large", "The body is too large.")
        return self.rfile.read(length)

    def parse(self, raw):
        if self.command not in ("POST", "PUT"):
            return None
        if self.headers.get_content_type() != "application/json" or "Content-Type" not in self.headers:
            raise Refusal(415, "unsupported_media_type", "The body must be application/json.")
        try:
            return json.loads(raw.decode("utf-8"), parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            raise Refusal(400, "malformed", "The body is not JSON.") from None

    def signed_in(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        token = token.strip()
        id = sessions.get(token[:16] if fault("token-sixteen") else token) if scheme.lower() == "bearer" else None
        if id is None:
            raise Refusal(401, "unauthorized", "You are not signed in.")
        return tables["users"][id]

    def answer(self):
        raw = self.read_body()
        parts = urlsplit(self.path)
        for pattern, methods in ROUTES:
            found = pattern.fullmatch(parts.path)
            if not found or self.command not in methods:
                continue
            call, public = methods[self.command]
            closed = fault("payment-needs-session") and call is pay
            self.user = None if public and not closed else self.signed_in()
            self.query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
            self.body = self.parse(raw)
            ids = [unquote(id) for id in found.groups()]
            if fault("quote-in-id") and any("'" in id for id in ids):
                raise RuntimeError("syntax error in the statement")
            with lock:
                return call(self, *ids)
        raise Refusal(404, "not_found", "There is no such call.")

    def handle_call(self):
        try:
            status, body = 200, self.answer()
        except Refusal as refusal:
            error = {"code": refusal.code, "message": refusal.message}
            if refusal.details:
                error["details"] = refusal.details
            status, body = refusal.status, {"success": False, "message": refusal.message, "error": refusal.message if fault("error-as-text") else error}
        except (ConnectionError, TimeoutError, socket.timeout):
            self.close_connection = True
            return
        except Exception as mistake:  # what is left is the server's own fault
            print(repr(mistake), file=sys.stderr)
            status, body = 500, {"success": False, "message": "The server failed.", "error": {"code": "internal", "message": "The server failed."}}
        sent = json.dumps(body).encode()
        head = f"HTTP/1.1 {status} -\r\nContent-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        if status == 401:
            head += "WWW-Authenticate: Bearer\r\n"
        head += "Connection: close\r\n\r\n" if self.close_connection else "\r\n"
        self.wfile.write(head.encode() + (b"" if self.command == "HEAD" else sent))

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = handle_call


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        pass


def main():
    global FAULT
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--fault", choices=list(ALL))
    options = parser.parse_args()
    FAULT = options.fault
    seed()
    for id in written_at:
        written_at[id] -= 60
    server = Server(("127.0.0.1", options.port), Handler)
    ready = {
        "baseUrl": f"http://127.0.0.1:{server.server_port}",
        "email": OWNER, "secondEmail": STRANGER, "password": PASSWORD,
        "orderToken": announced["open"], "expiredOrderToken": announced["ended"], "resetToken": announced["reset"],
    }  # fmt: skip
    print(json.dumps(ready), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
