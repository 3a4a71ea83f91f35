/** Lines of mails: with a place that was not filled in, with a missing value, and their false friends. */
export const placeholderLines = `
Hi {{name}},
Hello {{ first_name }}, welcome
Dear {{user.firstName | default: "friend"}}
{{#if paid}}Thanks{{/if}}
{{{body}}}
{{> footer}}
Hello {{=it.name}}
Your plan: {{ plan }} (monthly)
{% if user %}Hi{% endif %}
{%- for item in items -%}
{% block title %}
Hi \${name},
Your total is \${order.total} today
Hello $!{user.name}
Hello \${ user.name }
Welcome, #{user.name}!
You have %{count} new messages
<%= @user.name %>
Hi <%- name %>
<% if (paid) { %>Thanks<% } %>
<%=name%>
Hi *|FNAME|*,
*|IF:FNAME|* Hello
Dear %%First Name%%,
%%emailaddr%% asked for this
%%=v(@name)=%%
Hi %recipient.name%,
%recipient_fname% wrote
Hello [[first_name]]
Hello [[ FIRSTNAME ]]
[[user.name]] invited you
Hi {name},
Dear {customer}
Hello {first_name}, thanks
{userName} has signed up
{company_name} sent you an invoice
Dear [First Name],
[Your Company] wishes you well
Sincerely, [Sender Name]
[Product Name] Team
[Insert address here]
[INSERT DATE]
translation missing: en.mailer.welcome.subject
Translation missing: de.user_mailer.hello
`

export const emptyValueLines = `
Hi undefined,
Hello undefined!
Hi null,
Dear NaN
Dear [object Object],
Welcome back undefined
Welcome undefined
Hallo undefined,
Bonjour null,
Thanks, undefined.
Your data: [object Object]
[object Promise] has signed up
Total: NaN
Total: $NaN
Total: €undefined
Total: € NaN
Price: £null
Order: undefined
Order number: undefined
Name: null
Your address: undefined.
Due date: Invalid Date
Expires on Invalid Date
Invalid Date
undefined
  undefined  
null
NaN
undefined undefined
null null
undefined, your order is on its way
null, thanks for your order
undefined invited you to a team
undefined commented on your post
Your order undefined has been sent
Order #undefined is on its way
Invoice #NaN
Booking undefined was changed
Your ticket null will be sent
You have NaN days left
It expires in undefined hours
You save NaN%
NaN % of the space is used
The fee is NaN EUR
Paid: undefined EUR
undefined€ to pay
`

export const serviceTagLines = `
*|UNSUB|*
%%unsubscribe%%
{{{ pm:unsubscribe }}}
<%asm_group_unsubscribe_raw_url%>
{{amazonSESUnsubscribeUrl}}
%tag_unsubscribe_url%
{{ unsubscribe_url }}
*|LIST:ADDRESS|*
*|UPDATE_PROFILE|*
{{webversion}}
{{view_in_browser}}
`

export const loremLines = `
Lorem ipsum dolor sit amet, consectetur
lorem ipsum
Here is dolor sit amet
`

/** What people and programs write on purpose. */
export const meantLines = `
This offer is null and void
The contract was declared null and void.
A null hypothesis
the null device
The value is null.
It returns null if nothing is found
returns undefined when the list is empty
x is undefined
ReferenceError: foo is undefined
TypeError: undefined is not a function
Uncaught TypeError: undefined
Cannot read properties of undefined (reading 'name')
Cannot read property 'x' of null
NullPointerException: null
Error: null
Exception: null
Expected: null
Received: undefined
Returns: null
Default: undefined
Actual: NaN
Result: NaN
"name": null,
'name': undefined
deleted_at: null
{ "total": NaN }
undefined behaviour in C
The limit is undefined at zero
Division by zero is undefined.
NaN is not equal to NaN
NaN stands for not a number
The mean of these is NaN, as one is missing
isNaN(x)
nullable columns
nullify the contract
undefinedness
Mr Null
Hi Null,
Dear Nan,
Hello Nan!
Nan, thanks for the cake
Jane Null invited you
your order is null and void
null values are skipped
null rows
Delivery to Null Island
a non-null value
pandas: 1.0 NaN NaN 2.0
Foo#null
assign $null to it
Invalid date format
Invalid Date objects are a nuisance
An invalid date was given
{"a": {"b": 1}}
{ color: red }
a { b } c
f(x) = {x}
{1, 2, 3}
set {a}
Costs $5 {net}
The \`{{name}}\` is a place
Use \`\${name}\` in a template
Write \`undefined\` there
> Hi {{name}},
> undefined
$100
$5.00 off
$HOME is your folder
100% of {people}
50%% off
100 %% 5
5% and 10% more
a % b % c
[[1, 2], [3, 4]]
[[Main Page]] was changed
See [[Help]] for more
[[ -f file ]]
[x] done
[ ] open
[1] https://example.com/
[Name of the game]
[Your order] has been sent
[Product news] July
[Company party] on Friday
[First] come, first served
*bold* and *|pipes
a | b | c
*** new ***
|*| star
<name@example.com>
<https://example.com/>
<3 you
a < b > c
1 < 2 % 3 > 2
#hashtag
#{
#1 in sales
C# and F#
Ticket #12345
Order #null-island
In order undefined things happen
%20 in an address
%s and %d
100%{
:name
@name
Hi there,
Hi all, your order has been sent
Dear customer,
Translation missing
A translation is missing: please help
dolorous
Lorem is a name
Ipsum Inc.
/users/{user_name}/posts
GET /users/{id}
__init__
\${}
{{}}
{}
{{
}}
<%
%>
*||*
%%
`

export const leftoverAddresses = [
  'https://example.com/{{token}}',
  'https://example.com/%7B%7Btoken%7D%7D',
  'https://example.com/u/${id}',
  'https://example.com/u/$%7Bid%7D',
  'https://example.com/u/{id}',
  'https://example.com/u/%7Bid%7D',
  'https://example.com/?n=*|FNAME|*',
  'https://example.com/?n=%%name%%',
  '{{url}}',
  '<%= url %>',
]
export const emptyAddresses = [
  'https://example.com/undefined',
  'https://example.com/undefined/confirm',
  'https://example.com/?token=undefined',
  'https://example.com/?token=null&a=b',
  'https://example.com/u/null/edit',
  'https://example.com/?page=NaN#top',
  'https://example.com/[object%20Object]',
  'https://example.com/[object Object]',
]
export const meantAddresses = [
  'https://example.com/undefined-behaviour',
  'https://example.com/nullable',
  'https://en.wikipedia.org/wiki/NaN',
  'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/undefined',
  'https://www.npmjs.com/package/null',
  'https://example.com/?q=null+island',
  'https://example.com/a%20b?c=%7B%22a%22%3A1%7D',
  'https://example.com/(a)',
  'mailto:ada@example.net?subject=undefined%20things',
  '#top',
]

export const developerHosts = [
  'localhost',
  'localhost:3000',
  'app.localhost',
  '127.0.0.1:8080',
  '127.1',
  '0.0.0.0:3000',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.1.20',
  '169.254.1.1',
  '[::1]:3000',
  '[fd00::1]',
  'myapp.test',
  'myapp.local',
  'api.internal',
  'shop.example',
  'nas.lan',
  'web:3000',
]
export const publicHosts = [
  'example.com',
  'localhost.example.com',
  'test.com',
  'local.de',
  '11.0.0.1',
  '172.32.0.1',
  '192.169.1.1',
  'internal.example.com',
  '[2001:db8::1]',
  'example.org.',
]
