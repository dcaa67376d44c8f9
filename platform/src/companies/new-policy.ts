// Privacy policies for new companies. Only the company knows what to write in the blanks, `{{…}}`
// (contract/policy-blanks.ts).
import type { Language } from "~/contract/languages";

/** How a company reaches candidates: by phone and email, or by phone alone. */
export type Contact = "email" | "phone";

export const NEW_RETENTION_MONTHS = 6;

/**
 * Markdown, with `$name` for the company's name. A line such as `$email: …` is only for this kind of contact. The
 * policies name the retention period of new companies.
 */
const TEMPLATES: Record<Language, string> = {
  "es-es": `Esta política explica qué hace **$name** con los datos que nos envías cuando te inscribes en una oferta.

## Quién es responsable

{{razón social y domicilio}}. Para cualquier asunto de privacidad: {{correo electrónico}}.

## Qué datos tratamos y para qué

$phone: - **Tu nombre, tus apellidos y tu teléfono**, para saber quién eres y poder llamarte.
$email: - **Tu nombre, tus apellidos, tu teléfono y tu correo electrónico**, para saber quién eres y poder contactar contigo.

- **Tu CV** y **tus respuestas** a las preguntas de la oferta, para valorar si encajas en el puesto.

Tu candidatura la leen personas. Ningún programa decide por su cuenta.

## Con qué base

Tratamos tus datos porque nos lo pides al inscribirte. {{la base jurídica, como el artículo 6.1.b del RGPD}}

## Cuánto tiempo los guardamos

Borramos tu candidatura a los seis meses de recibirla, o antes si nos lo pides.

## Quién los ve

{{quién lee las candidaturas en tu empresa, y qué servicios usáis}}. No vendemos tus datos.

## Tus derechos

Puedes pedirnos ver tus datos, corregirlos, borrarlos, limitar su uso y recibirlos en un formato que puedas llevarte. También puedes reclamar ante {{la autoridad de tu país}}.
`,
  "es-mx": `Este aviso explica qué hace **$name** con los datos que nos envías cuando te postulas a una vacante.

## Quién es responsable

{{razón social y domicilio}}. Para cualquier asunto de privacidad: {{correo electrónico}}.

## Qué datos tratamos y para qué

$phone: - **Tu nombre, tus apellidos y tu teléfono**, para saber quién eres y poder llamarte.
$email: - **Tu nombre, tus apellidos, tu teléfono y tu correo electrónico**, para saber quién eres y poder contactarte.

- **Tu CV** y **tus respuestas** a las preguntas de la vacante, para evaluar si eres la persona indicada.

Tu postulación la leen personas. Ningún programa decide por su cuenta.

## Con qué base

Tratamos tus datos porque nos lo pides al postularte. {{la ley que aplicas, como la LFPDPPP}}

## Cuánto tiempo los guardamos

Borramos tu postulación a los seis meses de recibirla, o antes si nos lo pides.

## Quién los ve

{{quién lee las postulaciones en tu empresa, y qué servicios usan}}. No vendemos tus datos.

## Tus derechos

Puedes pedirnos acceder a tus datos, rectificarlos, cancelarlos u oponerte a su uso. También puedes acudir a {{la autoridad de tu país}}.
`,
  en: `This policy explains what **$name** does with the data you send us when you apply for a job.

## Who we are

{{legal name and address}}. For any question about your data, write to {{email address}}.

## What we collect, and why

$phone: - **Your name and phone number**, so that we know who you are and can call you.
$email: - **Your name, phone number and email address**, so that we know who you are and can reach you.

- **Your CV** and **your answers** to the job's questions, to see whether you're right for it.

People read your application. No program decides about it on its own.

## Our legal basis

You ask us to consider you for a job, and we can't do that without your data. {{the law you follow, such as Article 6(1)(b) of the GDPR}}

## How long we keep it

We delete your application six months after we receive it, or sooner if you ask us to.

## Who sees it

{{who in your company reads applications, and any service you use}}. We don't sell your data.

## Your rights

You can ask us for a copy of your data, in a form you can take elsewhere, and to correct it, delete it or limit how we use it. You can also complain to {{the authority in your country}}.
`,
  "pt-br": `Esta política explica o que **$name** faz com os dados que você nos envia quando se candidata a uma vaga.

## Quem é responsável

{{razão social e endereço}}. Para qualquer assunto sobre seus dados: {{e-mail}}.

## Quais dados tratamos e para quê

$phone: - **Seu nome, sobrenome e telefone**, para saber quem você é e poder ligar para você.
$email: - **Seu nome, sobrenome, telefone e e-mail**, para saber quem você é e poder entrar em contato com você.

- **Seu currículo** e **suas respostas** às perguntas da vaga, para avaliar se você tem o perfil que buscamos.

Pessoas leem sua candidatura. Nenhum programa decide sozinho.

## Com que base legal

Tratamos seus dados porque você nos pede isso ao se candidatar. {{a base legal, como o artigo 7º, V, da LGPD}}

## Por quanto tempo guardamos seus dados

Apagamos sua candidatura seis meses depois de recebê-la, ou antes, se você pedir.

## Quem tem acesso

{{quem lê as candidaturas na sua empresa e quais serviços vocês usam}}. Não vendemos seus dados.

## Seus direitos

Você pode nos pedir acesso aos seus dados, correção ou exclusão deles, limitação do uso e uma cópia em um formato que possa levar para outro lugar. Também pode reclamar à {{autoridade do seu país, como a ANPD}}.
`,
  fr: `Cette politique explique ce que **$name** fait des données que vous nous envoyez lorsque vous postulez à une offre.

## Qui est responsable

{{raison sociale et adresse}}. Pour toute question sur vos données, écrivez à {{adresse e-mail}}.

## Quelles données nous traitons, et pourquoi

$phone: - **Votre nom, votre prénom et votre numéro de téléphone**, pour savoir qui vous êtes et pouvoir vous appeler.
$email: - **Votre nom, votre prénom, votre numéro de téléphone et votre adresse e-mail**, pour savoir qui vous êtes et pouvoir vous contacter.

- **Votre CV** et **vos réponses** aux questions de l’offre, pour voir si votre profil correspond au poste.

Votre candidature est lue par des personnes. Aucun programme ne décide seul.

## Sur quelle base

Nous traitons vos données parce que vous nous le demandez en postulant. {{la base légale, comme l’article 6, paragraphe 1, point b, du RGPD}}

## Combien de temps nous les gardons

Nous supprimons votre candidature six mois après l’avoir reçue, ou plus tôt si vous nous le demandez.

## Qui y a accès

{{les personnes qui lisent les candidatures dans votre entreprise, et les services que vous utilisez}}. Nous ne vendons pas vos données.

## Vos droits

Vous pouvez nous demander l’accès à vos données, leur correction, leur suppression, la limitation de leur usage et une copie que vous pouvez réutiliser ailleurs. Vous pouvez aussi adresser une réclamation à {{l’autorité de votre pays, comme la CNIL}}.
`,
  de: `Diese Datenschutzerklärung erläutert, was **$name** mit den Daten macht, die Sie uns mit Ihrer Bewerbung senden.

## Wer verantwortlich ist

{{Name und Anschrift des Unternehmens}}. Fragen zu Ihren Daten richten Sie bitte an {{E-Mail-Adresse}}.

## Welche Daten wir verarbeiten und warum

$phone: - **Ihren Namen und Ihre Telefonnummer**, damit wir wissen, wer Sie sind, und Sie anrufen können.
$email: - **Ihren Namen, Ihre Telefonnummer und Ihre E-Mail-Adresse**, damit wir wissen, wer Sie sind, und Sie erreichen können.

- **Ihren Lebenslauf** und **Ihre Antworten** auf die Fragen zur Stelle, um zu prüfen, ob Sie zu der Stelle passen.

Ihre Bewerbung wird von Menschen gelesen. Kein Programm entscheidet allein.

## Auf welcher Grundlage

Wir verarbeiten Ihre Daten, weil Sie sich bei uns bewerben und wir Ihre Bewerbung sonst nicht prüfen können. {{die Rechtsgrundlage, zum Beispiel Artikel 6 Absatz 1 Buchstabe b DSGVO}}

## Wie lange wir sie aufbewahren

Wir löschen Ihre Bewerbung sechs Monate nach dem Eingang, auf Ihren Wunsch auch früher.

## Wer sie sieht

{{wer in Ihrem Unternehmen Bewerbungen liest und welche Dienste Sie nutzen}}. Wir verkaufen Ihre Daten nicht.

## Ihre Rechte

Sie können von uns Auskunft über Ihre Daten verlangen, sie berichtigen oder löschen lassen, ihre Nutzung einschränken lassen und sie in einem Format erhalten, das Sie weiterverwenden können. Sie können sich auch bei {{der Aufsichtsbehörde Ihres Landes}} beschweren.
`,
};

/** Fills a template's `$name`, and selects the lines for a kind of contact. */
export const fillTemplate = (text: string, contact: Contact, values: Record<string, string>) =>
  text
    .replace(/^\$(email|phone): (.*\n)/gm, (_, kind, line: string) =>
      kind === contact ? line : "",
    )
    .replace(/\$(\w+)/g, (_, name: string) => values[name] ?? "");

export const newPolicy = (language: Language, name: string, contact: Contact): string =>
  fillTemplate(TEMPLATES[language], contact, { name });
