// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Leads to the catalog of reports */
    get: operations['home'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/index.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Leads to the catalog of reports */
    get: operations['homeIndex'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspace.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: start page of report management */
    get: operations['workspacePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/index.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: catalog of reports */
    get: operations['catalogPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/view.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a report */
    get: operations['reportViewPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/report_runner.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: run a report with its parameters */
    get: operations['reportRunnerPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/publish_report.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: publish a report */
    get: operations['publishReportPage'];
    put?: never;
    /**
     * Publish a report
     * @description The caller owns it. It is registered with `Administrators:admin`, `Editors:edit` and `Public:view`, as far as these groups exist.
     */
    post: operations['publishReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/edit_report.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: edit a report */
    get: operations['editReportPage'];
    put?: never;
    /**
     * Change a report
     * @description What the form leaves out stays. Needs the edit permission on the report.
     */
    post: operations['editReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/delete_report.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: delete a report */
    get: operations['deleteReportPage'];
    put?: never;
    /**
     * Delete a report; it can be restored within a day
     * @description Needs the admin permission on the report. The report server archives it.
     */
    post: operations['deleteReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/datasources.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: datasources of reports */
    get: operations['datasourcesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/generate_report_context.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a definition from the parameters of a template */
    get: operations['generateReportContextPage'];
    put?: never;
    /**
     * The definition that the parameters of a template give
     * @description Nothing is stored.
     */
    post: operations['generateReportContext'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/resource_sync.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: register reports with the portal */
    get: operations['resourceSyncPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/schedules.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: schedules */
    get: operations['schedulesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/edit_schedule.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a schedule */
    get: operations['editSchedulePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/executions.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: current runs */
    get: operations['executionsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/history.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: history of runs */
    get: operations['historyPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/recipients.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: recipients of mails */
    get: operations['recipientsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/edit_recipient.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a recipient */
    get: operations['editRecipientPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/email_templates.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: mail templates */
    get: operations['emailTemplatesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/edit_email_template.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a mail template */
    get: operations['editEmailTemplatePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shared/ui/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * An asset that all services share (basemap, fonts, icons)
     * @description The path may have several segments.
     */
    get: operations['sharedAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Health of the process */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the caller's jobs, newest first */
    get: operations['listJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a job
     * @description For the user who started it, and for administrators.
     */
    get: operations['getJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/jobs/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a queued or running job; a finished one does not change
     * @description For the user who started the job, and for administrators. Nothing remains of its work.
     */
    post: operations['cancelJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List audit events, newest first
     * @description Changes of definitions, schedules, recipients and mail templates, and downloads by link.
     */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/reports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reports that everybody may view
     * @description Without definitions that have problems. While the portal is away, the last known visibility counts; while the folder of definitions is away, the last known list.
     */
    get: operations['listReports'];
    /** Reports that everybody may view (PUT gives the same) */
    put: operations['listReportsByPut'];
    /** Reports that everybody may view (POST gives the same) */
    post: operations['listReportsByPost'];
    /** Reports that everybody may view (DELETE gives the same) */
    delete: operations['listReportsByDelete'];
    /** Reports that everybody may view (OPTIONS gives the same) */
    options: operations['listReportsByOptions'];
    head?: never;
    /** Reports that everybody may view (PATCH gives the same) */
    patch: operations['listReportsByPatch'];
    trace?: never;
  };
  '/api/datasources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Names of the datasources
     * @description Those of the report server, else those that the reports name.
     */
    get: operations['listDatasourceNames'];
    /** Names of the datasources (PUT gives the same) */
    put: operations['listDatasourceNamesByPut'];
    /** Names of the datasources (POST gives the same) */
    post: operations['listDatasourceNamesByPost'];
    /** Names of the datasources (DELETE gives the same) */
    delete: operations['listDatasourceNamesByDelete'];
    /** Names of the datasources (OPTIONS gives the same) */
    options: operations['listDatasourceNamesByOptions'];
    head?: never;
    /** Names of the datasources (PATCH gives the same) */
    patch: operations['listDatasourceNamesByPatch'];
    trace?: never;
  };
  '/reports/get_report_config.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A report definition with the options of its parameters
     * @description Other names of the query are values of parameters, on which the options of others may depend. A list whose statement names a parameter without a value has no options and `needs`.
     */
    get: operations['getReportConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/serve_report_definition.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The definition file as it is */
    get: operations['serveReportDefinition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/report_thumbnail.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The picture of a report */
    get: operations['getReportThumbnail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/definitions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reports that the caller may view, by title
     * @description Administrators also get definitions with problems, and files that cannot be definitions.
     */
    get: operations['listDefinitions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/definitions/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A report; with the edit permission its definition too */
    get: operations['getDefinition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/definitions/{key}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Bring back a report that was deleted within a day */
    post: operations['restoreDefinition'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/definitions/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Write the definition of a report of the report server
     * @description A definition that is there keeps its other fields. A new one is not public, as reports of the builder are.
     */
    put: operations['putBuiltDefinition'];
    post?: never;
    /** Remove the definition of a report that the report server has archived; 204 also without one */
    delete: operations['deleteBuiltDefinition'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/discovery': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Reports that the caller may view, for the catalog
     * @description New reports are registered with the portal first.
     */
    get: operations['discover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/discovery/index.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same as /api/discovery */
    get: operations['discoverIndex'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/resource-sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether reports can be registered with the portal */
    get: operations['describeResourceSync'];
    /** Not offered */
    put: operations['refuseResourceSyncPut'];
    /** Register all reports with the portal; permissions that exist stay as they are */
    post: operations['syncResources'];
    /** Not offered */
    delete: operations['refuseResourceSyncDelete'];
    /** Not offered */
    options: operations['refuseResourceSyncOptions'];
    head?: never;
    /** Not offered */
    patch: operations['refuseResourceSyncPatch'];
    trace?: never;
  };
  '/reports/execute_report.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a report and get the document
     * @description Parameters of the report are further keys of the query; a parameter of several values repeats its key. Other keys that begin with `_` and `SUBREPORT_DIR`, `REPORT_DIR` and `BaseDir` are dropped. The status and the document's headers are those of the report engine, and so are the messages of its refusals. A document that breaks off ends with a cut connection. Pictures of HTML have addresses of `/report_image.php`; visitors, of whom two runs an address are made at once, get them within the document.
     */
    get: operations['executeReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/report_image.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A picture of a report that was run as HTML
     * @description For the person who ran it, for 15 minutes, as long as they may view the report. Failures have no body. Exactly one of `_repName` and `report` is needed.
     */
    get: operations['reportImage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/action/schedule.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create, update, delete or run a schedule
     * @description Exactly one of `create=1`, `update=1`, `delete=1` and `run_now=1`. A refusal is 200 with `success: false` and a sentence that names the field; nothing is stored then. A schedule runs with the rights of the administrator who saved it last. `run_now` waits up to 300 seconds for the end of the run, which goes on after that; with `test=1` its mail goes to the caller alone, and the schedule shows nothing of the run.
     */
    post: operations['scheduleAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List schedules, newest first */
    get: operations['listSchedules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a schedule form means, without saving it
     * @description Takes the fields of the form as JSON or as a form. Fields that could not be saved are in `errors`, each with a sentence.
     */
    post: operations['previewSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A schedule, with the fields as the form names them and its next five runs */
    get: operations['getSchedule'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pause a schedule */
    post: operations['pauseSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/schedules/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Resume a schedule; its next run is computed from now */
    post: operations['resumeSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/action/recipient.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a recipient
     * @description Saves `name`, `email` and `notes`; with `id` it changes that recipient. `delete=1` with `id` deletes it. A refusal is 200 with `success: false` and a sentence; nothing is stored then.
     */
    post: operations['recipientAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/action/email_template.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a mail template
     * @description Saves `name`, `subject` and `body`; with `id` it changes that template. `delete=1` with `id` deletes it. A refusal is 200 with `success: false` and a sentence; nothing is stored then.
     */
    post: operations['emailTemplateAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List recipients by address, each with its last mail */
    get: operations['listRecipients'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipients/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A recipient with its last mails */
    get: operations['getRecipient'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipients/{id}/lift': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send mail to a suppressed address again */
    post: operations['liftRecipient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/email-templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List mail templates by name, and the names of what they can show */
    get: operations['listEmailTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/email-templates/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A mail with sample values, and what was taken out of its body */
    post: operations['previewEmailTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/email-templates/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a mail with sample values to the caller, at the address of the own account */
    post: operations['testEmailTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/email-templates/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A mail template */
    get: operations['getEmailTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/deliveries/{id}/send-again': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a mail again that is unknown, failed or rejected
     * @description The Message-ID stays, so most mail programs show a mail once that arrives twice. A link gets a new address, and the former one no longer works.
     */
    post: operations['sendDeliveryAgain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/output.php': {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page of a link in a mail: the report, the file and a button
     * @description Everybody who has the link may use it, for seven days or until the document is removed, as long as the person in whose name the report ran may view it. Nothing is counted or downloaded, as programs that check mails open every address in them.
     */
    get: operations['linkedOutputPage'];
    put?: never;
    /** Download the document of a link */
    post: operations['downloadLinkedOutput'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List runs of reports that the caller may view, newest first */
    get: operations['listExecutions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    /**
     * A run with its mails
     * @description Mails are shown to administrators and to the person in whose name it ran.
     */
    get: operations['getExecution'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions/{id}/output': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    /**
     * The document of a run
     * @description For administrators and the person in whose name it ran, while they may view the report. Recipients of its mail download it by the link in there.
     */
    get: operations['executionOutput'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a run that waits or is going on
     * @description For administrators and the person in whose name it runs. A run that has ended stays as it is.
     */
    post: operations['cancelExecution'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions/{id}/run-again': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run the report again with the same parameters, format and datasource
     * @description In the name of the caller, who may view the report; nothing is mailed. With `mail: true`, for administrators, it is mailed to the same addresses as the run was, and runs in the name of the same person.
     */
    post: operations['runExecutionAgain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/debug/session.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What this service knows of the caller's session
     * @description 404 unless `DEBUG_ROUTES` is set. In production for administrators.
     */
    get: operations['probeSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/debug/param_pipeline_php.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The query as this service reads it
     * @description 404 unless `DEBUG_ROUTES` is set, and in production.
     */
    get: operations['echoParameters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    DefinitionList: {
      definitions: components['schemas']['ReportSummary'][];
      /** @description Files and folders that cannot be definitions, for administrators */
      ignored: {
        path: string;
        problem: string;
      }[];
      /** @description The folder of definitions cannot be read: this is what was last known */
      folder_away: boolean;
    };
    ReportSummary: {
      key: string;
      title: string;
      description: string;
      datasource: string;
      /** @description Unless another one is asked for */
      format: string;
      /** @description Those of the report engine */
      formats: string[];
      /** @description How many it has */
      parameters: number;
      /**
       * @description Of the caller
       * @enum {string}
       */
      permission: 'view' | 'edit' | 'admin';
      is_public: boolean;
      has_thumbnail: boolean;
      /** @description Changes with the picture */
      thumbnail_version: string | null;
      /** @description For callers with edit, else empty */
      problems: string[];
      /** @description What is ignored, for callers with edit */
      warnings: string[];
      /** @description Of the report server in the template, for callers with edit */
      findings: {
        [key: string]: unknown;
      }[];
      /** Format: date-time */
      updated_at: string | null;
    };
    ReportDefinition: {
      key: string;
      title: string;
      description: string;
      datasource: string;
      /** @description Unless another one is asked for */
      format: string;
      /** @description Those of the report engine */
      formats: string[];
      /** @description How many it has */
      parameters: number;
      /**
       * @description Of the caller
       * @enum {string}
       */
      permission: 'view' | 'edit' | 'admin';
      is_public: boolean;
      has_thumbnail: boolean;
      /** @description Changes with the picture */
      thumbnail_version: string | null;
      /** @description For callers with edit, else empty */
      problems: string[];
      /** @description What is ignored, for callers with edit */
      warnings: string[];
      /** @description Of the report server in the template, for callers with edit */
      findings: {
        [key: string]: unknown;
      }[];
      /** Format: date-time */
      updated_at: string | null;
      /** @description Of the file, below the folder of definitions, for callers with edit */
      path?: string;
      /** @description Text of the file, for callers with edit */
      definition?: string;
    };
    ReportDiscovery: {
      service: string;
      resource_type: string;
      items: {
        id: string;
        resource_type: string;
        resource_key: string;
        title: string;
        description: string;
        url: string;
        category: string;
        service: string;
        thumbnail?: string;
        /** Format: date-time */
        updated_at?: string;
      }[];
    };
    ResourceSync: {
      service: string;
      /** @description Whether there were no errors */
      ok: boolean;
      /** @description Reports that are new at the portal */
      registered: number;
      already_exists: number;
      /** @description One sentence for each report that failed */
      errors: string[];
      /** @description Definitions with problems */
      skipped: number;
    };
    PublishForm: {
      /** @description The key, where the report is there already */
      report?: string;
      /** @description The key */
      name?: string;
      title?: string;
      description?: string;
      datasource?: string;
      format?: string;
      /** @description A definition as text or as a file; the other fields replace its own */
      definition?: string;
      /**
       * Format: binary
       * @description A template.json, a .jrxml, or a zip with pictures and subreports
       */
      template?: string;
      /**
       * Format: binary
       * @description PNG, JPEG or WebP, at most 5 MiB
       */
      thumbnail?: string;
    };
    DeleteForm: {
      report: string;
    };
    PublishedReport: {
      success: boolean;
      message: string;
      /** @description The key */
      report: string;
      findings: {
        [key: string]: unknown;
      }[];
    };
    GeneratedDefinition: {
      success: boolean;
      message: string;
      definition: {
        [key: string]: unknown;
      };
      findings: {
        [key: string]: unknown;
      }[];
    };
    ListedReport: {
      /** @description The key of the report */
      name: string;
      title: string;
      /** @description Blank where the report has none */
      datasource: string;
    };
    /** @description Fields of the file that are not listed here are kept. */
    ReportConfig: {
      /** @description The key of the report */
      name: string;
      title: string;
      report: string;
      datasource: string;
      format: string;
      parameters: components['schemas']['ReportParameter'][];
      /** @description Text of the file; it grants nothing */
      access_groups: unknown;
    } & {
      [key: string]: unknown;
    };
    ReportParameter: {
      name: string;
      type: string;
      label: string;
      required: boolean;
      hidden: boolean;
      options: {
        [key: string]: unknown;
      }[];
      /** @description Whether there are more options */
      options_truncated?: boolean;
      /** @description Why the statement of the options failed */
      options_error?: string;
      /** @description Parameters that the statement names */
      depends_on?: string[];
      /** @description Those of them that have no value yet */
      needs?: string[];
    } & {
      [key: string]: unknown;
    };
    ActionError: {
      /** @constant */
      success: false;
      /** @description What went wrong and what to do */
      message: string;
    };
    /** @description Fields are text; JSON may also have numbers and booleans. */
    ScheduleForm: {
      /** @description `1` creates a schedule */
      create?: string | number | boolean;
      /** @description `1` replaces the one with `id` */
      update?: string | number | boolean;
      /** @description `1` deletes the one with `id` */
      delete?: string | number | boolean;
      /** @description `1` runs the one with `id` and waits for the end */
      run_now?: string | number | boolean;
      /** @description With `run_now`, and read as `enabled`: the mail goes to the caller alone, with `Test:` in its subject; default false */
      test?: string | number | boolean;
      /** @description `once`, `repeat_minutes`, `hourly`, `daily`, `weekly`, `monthly` or `custom` */
      schedule_mode?: string | number | boolean;
      /** @description Local time of the zone, or a time with an offset */
      once_datetime?: string | number | boolean;
      /** @description 1 to 1440 */
      repeat_minutes?: string | number | boolean;
      /** @description 0 to 59 */
      hourly_minute?: string | number | boolean;
      /** @description HH:MM */
      daily_time?: string | number | boolean;
      /** @description 0 to 7 (0 and 7 are Sunday) or a name */
      weekly_day?: string | number | boolean;
      /** @description HH:MM */
      weekly_time?: string | number | boolean;
      /** @description 1 to 31; the last day in shorter months */
      monthly_day?: string | number | boolean;
      /** @description HH:MM */
      monthly_time?: string | number | boolean;
      /** @description Five fields */
      cron_custom?: string | number | boolean;
      /** @description Key of the report */
      report_name?: string | number | boolean;
      /** @description Alias of `report_name` */
      name?: string | number | boolean;
      datasource_name?: string | number | boolean;
      /** @description Alias of `datasource_name` */
      datasource?: string | number | boolean;
      /** @description `pdf`, `xlsx`, `csv`, `html`, `xls` or `docx` */
      format?: string | number | boolean;
      /** @description Name of the document; the extension of the format is added where it is missing */
      filename?: string | number | boolean;
      /** @description `0`, `f`, `false`, `no`, `off` and an empty text are false, all else true; default true */
      enabled?: string | number | boolean;
      /** @description Up to 50 addresses, separated by comma, semicolon or space */
      email?: string | number | boolean;
      email_subject?: string | number | boolean;
      /** @description Alias of `email_subject` */
      email_subj?: string | number | boolean;
      email_body?: string | number | boolean;
      /** @description Id or name of a mail template */
      email_template?: string | number | boolean;
      /** @description Alias of `email_template` */
      email_tmpl?: string | number | boolean;
      /** @description Parameters of the report as a query string */
      url_opt_params?: string | number | boolean;
      /** @description As `enabled`; default false */
      noemail?: string | number | boolean;
      /** @description IANA name; default `DEFAULT_TIME_ZONE` */
      time_zone?: string | number | boolean;
      /** @description How late a run may begin; default 900 */
      grace_seconds?: string | number | boolean;
      /** @description `auto`, `file` or `link` */
      attach?: string | number | boolean;
      /** @description Of the schedule as it was read; another one refuses an update */
      revision?: string | number | boolean;
      /** @description Of the schedule, for all but `create` */
      id?: string | number | boolean;
    };
    ScheduleActionResult: {
      success: boolean;
      message: string;
      /** @description Of the created schedule */
      id?: number;
      errors?: components['schemas']['ScheduleFieldErrors'];
      /**
       * Format: uuid
       * @description Of `run_now`
       */
      execution_id?: string;
      /** @description Name of the document */
      output_file?: string;
      /** @description Where it can be downloaded */
      output_url?: string;
      email_status?: components['schemas']['ScheduleEmailStatus'];
    };
    /** @enum {string} */
    ScheduleEmailStatus: 'not_requested' | 'queued' | 'sent' | 'partial' | 'failed' | 'unknown';
    /** @enum {string} */
    ScheduleRunStatus: 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'missed' | 'cancelled';
    /** @description A sentence for each field that could not be saved */
    ScheduleFieldErrors: {
      [key: string]: string;
    };
    ScheduleRun: {
      /** Format: date-time */
      at: string;
      /** @description Wall time in the zone of the schedule */
      local: string;
      /**
       * @description How a change of the clock concerns the run: moved out of a gap, or first or second of two equal times
       * @enum {string|null}
       */
      change: 'moved' | 'first_of_two' | 'second_of_two' | null;
      /** @description The change as a sentence */
      note: string | null;
    };
    SchedulePreview: {
      /** @description The rule; null while its fields are incomplete or wrong */
      sentence: string | null;
      next_runs: components['schemas']['ScheduleRun'][];
      errors: components['schemas']['ScheduleFieldErrors'];
    };
    ScheduleLastRun: {
      /** Format: uuid */
      execution_id: string;
      status: components['schemas']['ScheduleRunStatus'];
      /** Format: date-time */
      slot: string;
      /** Format: date-time */
      ended_at: string | null;
      email_status: components['schemas']['ScheduleEmailStatus'];
      error: string | null;
    };
    ScheduleRecipient: {
      address: string;
      /**
       * @description Of the last mail to it; null before the first
       * @enum {string|null}
       */
      status: 'queued' | 'sending' | 'sent' | 'rejected' | 'failed' | 'unknown' | 'suppressed' | null;
      /** Format: date-time */
      at: string | null;
    };
    ScheduleSummary: {
      id: number;
      report_name: string;
      report_title: string;
      datasource_name: string;
      format: string;
      filename: string;
      enabled: boolean;
      noemail: boolean;
      /** @description The rule as a sentence */
      sentence: string;
      time_zone: string;
      /** Format: date-time */
      next_run_at: string | null;
      last_run: components['schemas']['ScheduleLastRun'] | null;
      /** @description Statuses of the last 30 runs, oldest first */
      history: components['schemas']['ScheduleRunStatus'][];
      recipients: components['schemas']['ScheduleRecipient'][];
      /** @description Failed runs since the last that succeeded */
      failures: number;
      /** @description Whose rights the runs have */
      owner: string;
      revision: number;
      /** Format: date-time */
      updated_at: string;
    };
    ScheduleList: {
      schedules: components['schemas']['ScheduleSummary'][];
      /** @description Of all pages */
      total: number;
      /** @description Null on the last page */
      next_cursor: string | null;
    };
    ScheduleDetails: components['schemas']['ScheduleSummary'] & {
      /** @description The fields as the form names them */
      fields: {
        [key: string]: string;
      };
      next_runs: components['schemas']['ScheduleRun'][];
    };
    SessionProbe: {
      service: string;
      auth_enabled: boolean;
      cookie_name: string;
      cookie_present: boolean;
      /** @description Length of the cookie */
      token_len: number;
      /** @description Name of the database of the portal's sign-in */
      central_db: string | null;
      /** @description Schema of the portal's sign-in */
      search_path: string;
      /** @description Whether sessions can be looked up */
      session_lookup_ok: boolean;
      authenticated: boolean;
      user: {
        id: number;
        username: string | null;
        email: string | null;
        is_admin: boolean;
      } | null;
      groups: string[];
    };
    ParameterEcho: {
      raw_query_string: string;
      query: components['schemas']['ParameterValues'];
      report_parameters: components['schemas']['ParameterValues'];
    };
    /** @description Every value of each name */
    ParameterValues: {
      [key: string]: string[];
    };
    AuditPage: {
      items: components['schemas']['AuditEvent'][];
    };
    AuditEvent: {
      id: number;
      /** Format: date-time */
      at: string;
      event: string;
      actor_id: number | null;
      actor_name: string | null;
      object_id: number | null;
      subject: string | null;
      details: {
        [key: string]: unknown;
      };
    };
    RecipientForm: {
      id?: string;
      name?: string;
      email?: string;
      notes?: string;
      delete?: string;
    };
    RecipientActionResult: {
      success: boolean;
      message: string;
    };
    EmailTemplateForm: {
      id?: string;
      name?: string;
      subject?: string;
      body?: string;
      delete?: string;
    };
    EmailTemplateActionResult: {
      success: boolean;
      message: string;
      id?: number;
    };
    Recipient: {
      id: number;
      name: string;
      email: string;
      notes: string;
      /** @description Runs in which the address was refused for good since the last mail that arrived; three suppress it */
      hard_bounces: number;
      /** @description What the mail server said */
      last_bounce: string | null;
      /** Format: date-time */
      suppressed_at: string | null;
      last_delivery: components['schemas']['RecipientDelivery'] | null;
    };
    RecipientDelivery: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      execution_id: string;
      report: string;
      report_title: string;
      status: components['schemas']['DeliveryStatus'];
      /** Format: date-time */
      at: string;
      reply: string | null;
    };
    RecipientList: {
      recipients: components['schemas']['Recipient'][];
      total: number;
    };
    RecipientDetails: components['schemas']['Recipient'] & {
      deliveries: components['schemas']['RecipientDelivery'][];
    };
    MailText: {
      /** @default  */
      subject: string;
      /** @default  */
      body: string;
    };
    MailPreview: {
      subject: string;
      /** @description A document without scripts and without anything that is loaded */
      html: string;
      text: string;
      /** @description What was taken out of the body */
      removed: string[];
    };
    EmailTemplate: {
      id: number;
      name: string;
      subject: string;
      body: string;
      /** @description How many schedules use it */
      schedules: number;
      /** Format: date-time */
      updated_at: string;
    };
    EmailTemplateList: {
      templates: components['schemas']['EmailTemplate'][];
      placeholders: string[];
      /** @description What is sent without a template */
      default: {
        subject: string;
        body: string;
      };
    };
    /** @enum {string} */
    DeliveryStatus: 'queued' | 'sending' | 'sent' | 'rejected' | 'failed' | 'unknown' | 'suppressed';
    Delivery: {
      /** Format: uuid */
      id: string;
      address: string;
      /** @enum {string} */
      purpose: 'document' | 'failure_notice';
      status: components['schemas']['DeliveryStatus'];
      attempts: number;
      /** Format: date-time */
      next_attempt_at: string | null;
      /** @description SMTP code */
      code: number | null;
      /** @description What the mail server said, or why nothing was sent */
      reply: string | null;
      /**
       * Format: date-time
       * @description Set when the mail has a link
       */
      link_expires_at: string | null;
      downloads: number;
      /** Format: date-time */
      sent_at: string | null;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    ExecutionStatus: 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'missed' | 'cancelled';
    /** @enum {string} */
    ExecutionTrigger: 'schedule' | 'run_now' | 'test' | 'viewer';
    Execution: {
      /** Format: uuid */
      id: string;
      job_id: number | null;
      schedule_id: number | null;
      trigger: components['schemas']['ExecutionTrigger'];
      /**
       * Format: date-time
       * @description The moment that the rule named
       */
      slot: string | null;
      /** @description The same on the clock of its zone */
      slot_local: string | null;
      time_zone: string;
      status: components['schemas']['ExecutionStatus'];
      /** @description How many slots a run stands for that was missed */
      missed_count: number | null;
      /** @description Key of the report */
      report: string;
      report_title: string;
      datasource: string;
      format: string;
      parameters: {
        [key: string]: string[];
      };
      /** @description In whose name it ran */
      requested_by: string | null;
      attempt: number;
      rows: number | null;
      pages: number | null;
      bytes: number | null;
      queued_ms: number | null;
      db_ms: number | null;
      render_ms: number | null;
      /** @description Address of the document while it is kept; null for callers who may not download it */
      output: string | null;
      output_name: string | null;
      /**
       * Format: date-time
       * @description Until when the document is kept; null where none is
       */
      output_expires_at: string | null;
      /** @description Why it failed, or why it waits */
      error: string | null;
      error_code: string | null;
      warnings: string[];
      /** @enum {string} */
      email_status: 'not_requested' | 'queued' | 'sent' | 'partial' | 'failed' | 'unknown';
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      ended_at: string | null;
    };
    ExecutionDetails: components['schemas']['Execution'] & {
      may_cancel: boolean;
      /** @description Whether the caller may run it again with its mails */
      may_mail: boolean;
      /** @description Null for callers who may not see addresses */
      deliveries: components['schemas']['Delivery'][] | null;
    };
    ExecutionList: {
      executions: components['schemas']['Execution'][];
      /** @description Null on the last page */
      next_cursor: string | null;
    };
    Error: {
      error: string;
    };
    Job: {
      id: string;
      /** @description Such as `import.url` */
      kind: string;
      /** @description Object of the job, for people */
      title?: string;
      /** @description What the job does, did or could not do, for people; absent for housekeeping */
      summary?: string;
      /** @description Page of the result, below the base path of the service */
      page?: string;
      /** @description One sentence for each failed attempt */
      errors?: string[];
      /** @description The body that the operation returns without `Prefer: respond-async` */
      result?: {
        [key: string]: unknown;
      };
      may_cancel?: boolean;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      /** @description 0 to 100 */
      progress: number;
      /** @description Current step, in a sentence */
      stage?: string;
      /** @description Why it failed or did not do what was requested */
      error?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at?: string;
      /** Format: date-time */
      finished_at?: string;
    };
  };
  responses: {
    /** @description The document, as an attachment */
    StoredDocument: {
      headers: {
        'Content-Disposition'?: string;
        'Content-Length'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/octet-stream': string;
      };
    };
    /** @description Not done */
    ActionError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ActionError'];
      };
    };
    /** @description Reports, by their key */
    ReportList: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListedReport'][];
      };
    };
    /** @description Names */
    DatasourceList: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': string[];
      };
    };
    /** @description The error and what to do, in one sentence */
    Error: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description An error page */
    ErrorPage: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description The error, in one sentence */
    TextError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/plain': string;
      };
    };
    /** @description Redirect to the portal's sign-in page */
    SignIn: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The page */
    Page: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
  };
  parameters: {
    ReportKey: string;
    /** @description Key of a report; capitals are lower-cased */
    Report: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  home: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The catalog */
      302: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['Error'];
    };
  };
  homeIndex: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The catalog */
      302: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['Error'];
    };
  };
  workspacePage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  catalogPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  reportViewPage: {
    parameters: {
      query?: {
        /** @description Key of a report; capitals are lower-cased */
        report?: components['parameters']['Report'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  reportRunnerPage: {
    parameters: {
      query?: {
        /** @description Key of a report; capitals are lower-cased */
        report?: components['parameters']['Report'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  publishReportPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  publishReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['PublishForm'];
      };
    };
    responses: {
      /** @description Published */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishedReport'];
        };
      };
      400: components['responses']['ActionError'];
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      409: components['responses']['ActionError'];
      413: components['responses']['ActionError'];
      415: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      502: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  editReportPage: {
    parameters: {
      query?: {
        /** @description Key of a report; capitals are lower-cased */
        report?: components['parameters']['Report'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  editReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['PublishForm'];
      };
    };
    responses: {
      /** @description Changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishedReport'];
        };
      };
      400: components['responses']['ActionError'];
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      404: components['responses']['ActionError'];
      409: components['responses']['ActionError'];
      413: components['responses']['ActionError'];
      415: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  deleteReportPage: {
    parameters: {
      query?: {
        /** @description Key of a report; capitals are lower-cased */
        report?: components['parameters']['Report'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  deleteReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['DeleteForm'];
        'multipart/form-data': components['schemas']['DeleteForm'];
      };
    };
    responses: {
      /** @description Deleted */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            message: string;
            report: string;
          };
        };
      };
      400: components['responses']['ActionError'];
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      404: components['responses']['ActionError'];
      409: components['responses']['ActionError'];
      413: components['responses']['ActionError'];
      415: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  datasourcesPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  generateReportContextPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  generateReportContext: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['PublishForm'];
      };
    };
    responses: {
      /** @description The definition */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GeneratedDefinition'];
        };
      };
      400: components['responses']['ActionError'];
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      413: components['responses']['ActionError'];
      415: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  resourceSyncPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  schedulesPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  editSchedulePage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  executionsPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  historyPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  recipientsPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  editRecipientPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  emailTemplatesPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  editEmailTemplatePage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  sharedAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        path: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The asset */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Part of the asset */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['TextError'];
      404: components['responses']['TextError'];
      500: components['responses']['TextError'];
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Alive; nothing else was checked */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'ok';
          };
        };
      };
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description `active`: only queued and running jobs */
        status?: 'active' | 'all';
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  cancelJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listAudit: {
    parameters: {
      query?: {
        limit?: number;
        before?: number;
        object_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditPage'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listReports: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ReportList'];
      500: components['responses']['Error'];
    };
  };
  listReportsByPut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ReportList'];
      500: components['responses']['Error'];
    };
  };
  listReportsByPost: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ReportList'];
      500: components['responses']['Error'];
    };
  };
  listReportsByDelete: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ReportList'];
      500: components['responses']['Error'];
    };
  };
  listReportsByOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ReportList'];
      500: components['responses']['Error'];
    };
  };
  listReportsByPatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ReportList'];
      500: components['responses']['Error'];
    };
  };
  listDatasourceNames: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['DatasourceList'];
      500: components['responses']['Error'];
    };
  };
  listDatasourceNamesByPut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['DatasourceList'];
      500: components['responses']['Error'];
    };
  };
  listDatasourceNamesByPost: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['DatasourceList'];
      500: components['responses']['Error'];
    };
  };
  listDatasourceNamesByDelete: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['DatasourceList'];
      500: components['responses']['Error'];
    };
  };
  listDatasourceNamesByOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['DatasourceList'];
      500: components['responses']['Error'];
    };
  };
  listDatasourceNamesByPatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['DatasourceList'];
      500: components['responses']['Error'];
    };
  };
  getReportConfig: {
    parameters: {
      query?: {
        /** @description Key of a report; capitals are lower-cased */
        report?: components['parameters']['Report'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The definition */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportConfig'];
        };
      };
      400: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  serveReportDefinition: {
    parameters: {
      query?: {
        /** @description Key of a report; capitals are lower-cased */
        report?: components['parameters']['Report'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      400: components['responses']['TextError'];
      403: components['responses']['TextError'];
      /** @description There is no such report */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  getReportThumbnail: {
    parameters: {
      query?: {
        /** @description Key of a report; capitals are lower-cased */
        report?: components['parameters']['Report'];
        /** @description Version of the picture; has no effect */
        v?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture, a PNG */
      200: {
        headers: {
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'image/png': string;
        };
      };
      403: components['responses']['TextError'];
      /** @description There is no such report, or it has no picture */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  listDefinitions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reports */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DefinitionList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getDefinition: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportDefinition'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restoreDefinition: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is back with its permissions */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  putBuiltDefinition: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          title: string;
          description?: string;
          datasource?: string | null;
          format?: string;
          /** @description Id of the person who published it */
          author?: number | null;
          parameters?: {
            [key: string]: unknown;
          }[];
        };
      };
    };
    responses: {
      /** @description Written */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteBuiltDefinition: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  discover: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Discovery items */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportDiscovery'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  discoverIndex: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Discovery items */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportDiscovery'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  describeResourceSync: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description They can */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            ok: boolean;
            service: string;
            hint: string;
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  refuseResourceSyncPut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The methods that there are */
      405: {
        headers: {
          Allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      500: components['responses']['Error'];
    };
  };
  syncResources: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResourceSync'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  refuseResourceSyncDelete: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The methods that there are */
      405: {
        headers: {
          Allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      500: components['responses']['Error'];
    };
  };
  refuseResourceSyncOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The methods that there are */
      405: {
        headers: {
          Allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      500: components['responses']['Error'];
    };
  };
  refuseResourceSyncPatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The methods that there are */
      405: {
        headers: {
          Allow?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      500: components['responses']['Error'];
    };
  };
  executeReport: {
    parameters: {
      query?: {
        /** @description Key of the report, required */
        _repName?: string;
        /** @description html, pdf, xlsx, xls, csv, docx, rtf, odt, ods, pptx or xml */
        _repFormat?: string;
        /** @description Name of a datasource; that of the definition unless given */
        _dataSource?: string;
        /** @description Name under which browsers save it */
        _outFilename?: string;
        /** @description Such as `de_DE` */
        _repLocale?: string;
        /** @description Name of a time zone */
        _repTimeZone?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document */
      200: {
        headers: {
          'Content-Disposition'?: string;
          Pragma?: string;
          Expires?: string;
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      400: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      405: components['responses']['TextError'];
      409: components['responses']['TextError'];
      413: components['responses']['TextError'];
      422: components['responses']['TextError'];
      429: components['responses']['TextError'];
      500: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  reportImage: {
    parameters: {
      query?: {
        /** @description Key of the report */
        _repName?: string;
        /** @description The same */
        report?: string;
        /** @description Name of the picture */
        image?: string;
        /** @description Id of the run */
        uuid?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
      400: components['responses']['TextError'];
      /** @description Not signed in, no permission, or not a picture of a run of the caller */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['TextError'];
      /** @description The report engine has no such picture or cannot be reached */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description No report engine is configured */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  scheduleAction: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ScheduleForm'];
        'multipart/form-data': components['schemas']['ScheduleForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleActionResult'];
        };
      };
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  listSchedules: {
    parameters: {
      query?: {
        /** @description Only those of one report */
        report?: string;
        /** @description `failing`: a run has failed since the last that succeeded */
        state?: 'enabled' | 'paused' | 'failing';
        /** @description Words that title, key, file name, time zone, owner or recipients have */
        q?: string;
        /** @description Only those with a next run, the soonest first, without further pages */
        upcoming?: boolean;
        limit?: number;
        /** @description `next_cursor` of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedules */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  previewSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleForm'];
        'application/x-www-form-urlencoded': components['schemas']['ScheduleForm'];
        'multipart/form-data': components['schemas']['ScheduleForm'];
      };
    };
    responses: {
      /** @description The rule as a sentence and its next runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SchedulePreview'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedule */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleDetails'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  pauseSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedule */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleSummary'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  resumeSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedule */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleSummary'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  recipientAction: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['RecipientForm'];
        'multipart/form-data': components['schemas']['RecipientForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipientActionResult'];
        };
      };
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  emailTemplateAction: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['EmailTemplateForm'];
        'multipart/form-data': components['schemas']['EmailTemplateForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailTemplateActionResult'];
        };
      };
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  listRecipients: {
    parameters: {
      query?: {
        /** @description Part of the address or the name */
        q?: string;
        limit?: number;
        /** @description The address of the last recipient of the page before */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Recipients */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipientList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getRecipient: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recipient */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipientDetails'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  liftRecipient: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The recipient */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recipient'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listEmailTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Templates */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailTemplateList'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  previewEmailTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MailText'];
      };
    };
    responses: {
      /** @description The mail */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailPreview'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      413: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  testEmailTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MailText'];
      };
    };
    responses: {
      /** @description The mail server accepted it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            address: string;
            /** @description What the mail server said */
            reply: string;
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      413: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getEmailTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The template */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailTemplate'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  sendDeliveryAgain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The mail is queued */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  linkedOutputPage: {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  downloadLinkedOutput: {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['StoredDocument'];
      400: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  listExecutions: {
    parameters: {
      query?: {
        /** @description Key of a report */
        report?: string;
        /** @description Id of a schedule */
        schedule?: number;
        status?: components['schemas']['ExecutionStatus'];
        trigger?: components['schemas']['ExecutionTrigger'];
        /** @description Requested at this moment or later */
        from?: string;
        /** @description Requested before this moment */
        to?: string;
        /** @description Part of the title or the key of reports */
        q?: string;
        limit?: number;
        /** @description `next_cursor` of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExecutionList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getExecution: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExecutionDetails'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  executionOutput: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['StoredDocument'];
      /** @description A part of it */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The caller has it */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      416: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  cancelExecution: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Execution'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  runExecutionAgain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @default false */
          mail?: boolean;
        };
      };
    };
    responses: {
      /** @description The new run */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Execution'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  probeSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionProbe'];
        };
      };
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  echoParameters: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The query */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ParameterEcho'];
        };
      };
      400: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
    };
  };
}
