import esEs from "./es-es";

/** Texts that differ from European Spanish. */
const differences = {
  "languages.name": "Español (México)",
  "career.open_positions": "Vacantes",
  "career.search_label": "Busca por puesto, ubicación o tipo de contrato",
  "career.no_jobs": "No encontramos vacantes.",
  "career.searched": "No hay vacantes que coincidan con “{query}”.",
  "career.none": "Vuelve más adelante para ver nuevas vacantes.",
  "career.location": "Ubicación",
  "career.other_jobs": "Otras vacantes",
  "career.join_date": "Ingreso",
  "career.clear": "Ver todas las vacantes",
  "career.results_one": "1 vacante",
  "career.results": "{count} vacantes",
  "career.loading": "Cargando vacantes...",
  "footer.privacy": "Aviso de privacidad",
  "position.join_date": "Fecha de ingreso",
  "position.location": "Ubicación",
  "position.contract": "Tipo de contrato",
  "position.essential": "Requisitos indispensables",
  "position.nice_to_have": "Deseable",
  "position.all_jobs": "Todas las vacantes",
  "position.go_to_form": "Postularme",
  "position.loading": "Cargando la vacante...",
  "preview.no_form": "Aquí los candidatos llenan el formulario. La vista previa no lo tiene.",
  "text.cut": "Este texto es demasiado largo para mostrarlo completo. Pide el resto a la empresa.",
  "facts.pay": "Sueldo",
  "facts.collective_agreement": "Contrato colectivo",
  "facts.remote": "Remoto",
  "facts.full_time": "Tiempo completo",
  "facts.part_time": "Medio tiempo",
  "facts.contractor": "Por honorarios",
  "facts.intern": "Prácticas profesionales",
  "facts.per_diem": "Por día",
  "apply.form_title": "Postúlate ahora",
  "apply.cv_image_warning": "Elegiste una imagen. Te recomendamos que subas tu CV en PDF.",
  "apply.submit": "Enviar postulación",
  "apply.already_applied": "¡Ya te postulaste!",
  "form.phone_hint": "Si tu número no es de {country}, empieza con + y el código de país.",
  "phone.country_search": "Buscar país o código",
  "phone.country_none": "No encontramos ningún país.",
  "phone.extension": "Quitamos la extensión {extension}.",
  "phone.no_number": "No hay ningún número en lo que pegaste.",
  "form.privacy": "He leído y acepto el {link}",
  "form.privacy_link": "aviso de privacidad",
  "form.cv_progress": "{percent}% · {held} de {total}",
  "form.cv_paused": "Se cortó la conexión. La carga seguirá en cuanto vuelva.",
  "photo.whole": "No pudimos reducir esta foto. La enviaremos tal como está.",
  "photo.add": "Agregar una página",
  "form.offline":
    "No tienes conexión, pero puedes seguir. Si envías el formulario, deja esta página abierta: saldrá en cuanto vuelva.",
  "form.restored": "Recuperamos lo que había en el formulario. Está guardado en este navegador.",
  "form.sent_title": "Postulación enviada",
  "form.applied_title": "Tu postulación",
  "form.sent_image": "Enviaste tu CV como imagen. La próxima vez, te recomendamos un PDF.",
  "form.see_more": "Ver más vacantes",
  "form.file_again": "No pudimos guardar el archivo. Vuelve a elegir tu CV.",
  "form.website": "Sitio web",
  "form.held_file":
    "Ya tenemos el archivo, así que no necesitas volver a elegirlo. Lo guardaremos durante {time} mientras terminas.",
  "form.elsewhere":
    "Esta vacante pide datos que aquí no podemos recibir. Postúlate en el sitio web de la empresa.",
  "form.elsewhere_unknown":
    "Esta vacante pide datos que aquí no podemos recibir. Comunícate con la empresa para postularte.",
  "form.elsewhere_go": "Ir al sitio web de la empresa",
  "form.opens_soon": "Pronto podrás postularte. La empresa está terminando su aviso de privacidad.",
  "receipt.number": "Número de postulación",
  "receipt.contents": "Lo que enviaste",
  "receipt.status": "Estatus",
  "receipt.already_applied": "Ya te habías postulado",
  "receipt.delivered_text": "{company} recibió tu postulación para {position}.",
  "receipt.unconfirmed_title": "Es probable que tu postulación haya llegado",
  "receipt.unconfirmed_text":
    "Enviamos tu postulación para {position} a {company}, pero su sistema no lo confirmó. Lo más probable es que la empresa la haya recibido, y lo estamos verificando con ella. No necesitas volver a enviarla. Si no recibes noticias, comunícate con la empresa y menciona el número de postulación {number}.",
  "receipt.unconfirmed_over_text":
    "Enviamos tu postulación para {position} a {company}, pero su sistema no lo confirmó. Lo más probable es que la empresa la haya recibido. Si no recibes noticias, comunícate con la empresa y menciona el número de postulación {number}.",
  "receipt.on_its_way_text":
    "Tenemos tu postulación para {position} y se la estamos entregando a {company}. No tienes que hacer nada más.",
  "receipt.undelivered_title": "No pudimos entregar tu postulación",
  "receipt.undelivered_text":
    "El sistema de {company} no confirmó que tenga tu postulación para {position}, así que la damos por no entregada. Comunícate con la empresa y menciona el número de postulación {number}, o vuelve a postularte.",
  "receipt.already_applied_title": "La empresa ya tenía tu postulación",
  "receipt.already_applied_text":
    "{company} ya tiene una postulación tuya para {position} y no aceptó esta. Para cambiar la anterior, comunícate con la empresa.",
  "form.duplicate":
    "No enviamos esta postulación. Para cambiar la anterior, comunícate con la empresa.",
  "receipt.refused_text":
    "El sistema de {company} no aceptó tu postulación para {position}, así que la empresa no la tiene.",
  "receipt.refused_over_text":
    "El sistema de {company} no aceptó tu postulación para {position}, así que la empresa no la tiene. Vuelve a postularte, o comunícate con la empresa y menciona el número de postulación {number}.",
  "receipt.closed_text":
    "{company} cerró la vacante {position} antes de que llegara tu postulación, así que la empresa no la tiene. Si te interesa, mira sus otras vacantes.",
  "receipt.file_lost_text":
    "Uno de tus archivos se dañó mientras lo guardábamos, así que {company} no tiene tu postulación para {position}.",
  "receipt.file_lost_over_text":
    "Uno de tus archivos se dañó mientras lo guardábamos y no pudimos entregar a {company} tu postulación para {position}. Vuelve a postularte, o comunícate con la empresa y menciona el número de postulación {number}.",
  "receipt.file_lost_unsaid":
    "Uno de tus archivos se dañó mientras lo guardábamos. Vuelve a elegirlo y envía tu postulación.",
  "receipt.form_damaged_text":
    "Tu postulación para {position} se dañó mientras la guardábamos, así que {company} no la tiene.",
  "receipt.form_damaged_over_text":
    "Tu postulación para {position} se dañó mientras la guardábamos y no pudimos entregársela a {company}. Vuelve a postularte, o comunícate con la empresa y menciona el número de postulación {number}.",
  "receipt.form_damaged_title": "Vuelve a enviar tu postulación",
  "receipt.form_damaged_unsaid":
    "Tu postulación se dañó mientras la guardábamos. Revisa lo que escribiste y vuelve a enviarla.",
  "receipt.refused_unsaid":
    "El sistema de la empresa no aceptó tu postulación. Revisa lo que escribiste y vuelve a enviarla.",
  "receipt.correct_title": "Corrige tu postulación",
  "receipt.correct_elsewhere":
    "Si te postulaste desde otro navegador, abre ahí esta página para recuperar tu formulario. Si no, vuelve a postularte.",
  "receipt.next": "Qué sigue",
  "receipt.talks_back":
    "{company} también te escribirá al correo que indicaste. Si no ves el correo, revisa la carpeta de spam.",
  "receipt.next_general": "Si a {company} le interesa tu postulación, se comunicará contigo.",
  "receipt.next_later":
    "Entregaremos tu postulación en cuanto responda el sistema de {company}, y entonces cambiará el estatus en esta página. Si a la empresa le interesa, se comunicará contigo.",
  "receipt.refresh": "Actualizar estatus",
  "receipt.apply_again": "Volver a postularme",
  "receipt.copy": "Copiar comprobante",
  "receipt.copied": "Comprobante copiado.",
  "receipt.copy_failed": "No pudimos copiarlo.",
  "details.use": "Llenar con mis datos de la última vez ({initials})",
  "details.remember":
    "Guardar mi nombre, teléfono y correo en este navegador para mi próxima postulación aquí",
  "details.forgotten": "Borramos tus datos de este navegador.",
  "receipt.see": "Ver comprobante",
  "receipt.gone_title": "No tenemos este comprobante",
  "receipt.gone_text":
    "Guardamos los comprobantes durante {time}. Revisa que el enlace esté completo. Si te postulaste hace menos de {time}, pregúntale a {company} si tiene tu postulación o vuelve a postularte.",
  "error.first_name_missing": "Ingresa tu nombre.",
  "error.first_name_long": "El nombre no puede tener más de {max} caracteres.",
  "error.last_name_missing": "Ingresa tus apellidos.",
  "error.last_name_long": "Los apellidos no pueden tener más de {max} caracteres.",
  "error.phone_one": "Ingresa un solo número de teléfono.",
  "error.cv_not_read": "No pudimos leer tu archivo. Vuelve a elegir tu CV.",
  "error.cv_page": "No pudimos agregar esta página. Elige otra foto o una más pequeña.",
  "error.file_not_read": "No pudimos leer tu archivo. Vuelve a elegirlo.",
  "error.open_question_long": "La respuesta no puede tener más de {max} caracteres.",
  "error.email_missing": "Ingresa un correo electrónico.",
  "error.field_email": "Ingresa un correo electrónico completo, como nombre@ejemplo.com.",
  "error.url_missing": "Ingresa una dirección web.",
  "error.field_url": "Ingresa una dirección web completa, como ejemplo.com/mi-pagina.",
  "error.number_missing": "Ingresa un número.",
  "error.field_number": "Ingresa un número, como 3 o 2.5.",
  "error.field_least": "Ingresa un número mayor o igual que {min}.",
  "error.field_most": "Ingresa un número menor o igual que {max}.",
  "error.field_between": "Ingresa un número entre {min} y {max}.",
  "error.date_missing": "Ingresa una fecha.",
  "error.field_date": "Ingresa una fecha válida con el año completo, como 31/12/2027.",
  "error.privacy": "Tienes que aceptar el aviso de privacidad.",
  "error.too_often":
    "Se enviaron demasiadas postulaciones desde tu red. Lo que escribiste sigue aquí. Espera un minuto y vuelve a enviarlo.",
  "refusal.title": "No pudimos continuar",
  "refusal.other_site":
    "Este formulario se envió desde otro sitio web. Abre la página de la vacante y envíalo desde ahí.",
  "refusal.too_large":
    "Lo que enviaste pesa más de 100 MB. Regresa a tu formulario y elige un archivo más pequeño.",
  "refusal.too_often":
    "Se abrieron demasiadas páginas desde tu red. Espera un minuto e inténtalo de nuevo.",
  "screen.home_text":
    "Aquí las empresas publican sus vacantes y reciben postulaciones. Para ver las vacantes de una empresa, usa el enlace que te dio la empresa.",
  "screen.not_found_text": "La página que buscas no existe o cambió de dirección.",
  "screen.error_text": "Algo salió mal",
  "screen.try_again": "Intentar de nuevo",
  "screen.career_site": "Ver las vacantes de la empresa",
  "screen.career_not_found_text": "No encontramos el portal de empleo que buscas.",
  "screen.position_not_found": "Vacante no encontrada",
  "screen.position_not_found_text": "No encontramos la vacante que buscas.",
  "screen.position_closed": "Vacante cerrada",
  "screen.position_closed_text": "Esta vacante ya no recibe postulaciones.",
  "screen.other_jobs": "Otras vacantes de {company}",
  "screen.not_sent": "Este formulario no se envió",
  "screen.not_sent_text":
    "Esto es lo que escribiste. Copia lo que necesites, porque no guardamos esta página.",
  "screen.receipt_unreadable": "Por ahora no podemos mostrar tu comprobante",
  "screen.receipt_unreadable_text":
    "Tenemos registrada tu postulación. Vuelve a abrir esta página más tarde.",
  "screen.unreachable": "No pudimos cargar esta página. Inténtalo de nuevo en unos minutos.",
  "screen.timeout": "Esta página tardó demasiado en cargar. Inténtalo de nuevo en unos minutos.",
  "privacy.title": "Aviso de privacidad",
  "privacy.back": "Regresar",
  "privacy.loading": "Cargando el aviso de privacidad...",
  "privacy.none": "Esta empresa todavía no publica su aviso de privacidad.",
} satisfies Partial<typeof esEs>;

export default { ...esEs, ...differences };
